"""The calls at which a thread that is to be cancelled ends (POSIX 2.9.5): some have to act on a request, others may.

A thread looks at the request when such a call begins. It may be blocked in it when the request comes; the models of these
(`pthread_cond_wait`, `sem_wait`, `pause`) look while they wait. The others never block in a model, or what they do is as if they
had returned before. In programs that never mention `pthread_cancel` no call is a cancellation point.
"""

from __future__ import annotations

from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import nonlocal_jump
from threadproof.frontend.c.lower.context import Context
from threadproof.ir import expr as e
from threadproof.ir.op import Call
from threadproof.ir.types import BOOL

_ACTS = """
accept aio_suspend clock_nanosleep close connect creat fcntl fdatasync fsync getmsg getpmsg lockf mq_receive mq_send
mq_timedreceive mq_timedsend msgrcv msgsnd msync nanosleep open openat pause poll pread pselect pthread_cond_clockwait
pthread_cond_timedwait pthread_cond_wait pthread_join pthread_testcancel putmsg putpmsg pwrite read readv recv recvfrom
recvmsg select sem_clockwait sem_timedwait sem_wait send sendmsg sendto sigpause sigsuspend sigtimedwait sigwait sigwaitinfo
sleep system tcdrain usleep wait wait3 wait4 waitid waitpid write writev epoll_wait accept4 ppoll
"""
_MAY_ACT = """
access asctime_r catclose catopen chmod chown closedir closelog ctime_r dlclose dlopen dprintf endpwent fchmod fchown fclose
fcntl fflush fgetc fgetpos fgets fgetwc fgetws fopen fprintf fputc fputs fputwc fputws fread freopen fscanf fseek fseeko fsetpos
fstat ftell ftello fwprintf fwrite fwscanf getaddrinfo getc getc_unlocked getchar getchar_unlocked getcwd getdelim getgrgid
getgrnam gethostid gethostname getline getlogin getnameinfo getpwnam getpwuid gets ioctl link localtime_r lseek lstat mkdir
mkdtemp mkfifo mkstemp opendir openlog pclose perror popen posix_fadvise posix_fallocate posix_madvise posix_openpt
posix_spawn posix_spawnp printf psiginfo psignal pthread_rwlock_rdlock pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock
pthread_rwlock_wrlock putc putchar puts putwc putwchar readdir remove rename rewind rewinddir rmdir scanf seekdir semop stat
strerror_r strftime symlink sync syslog tmpfile ttyname_r tzset ungetc unlink utime utimes vdprintf vfprintf vfwprintf vprintf
vwprintf wcsftime wordexp wprintf wscanf
"""
ACTS = frozenset(_ACTS.split()) - {"fcntl"}  # it acts only when it waits for a lock
MAY_ACT = frozenset(_MAY_ACT.split())


def point(context: Context, node: Node, name: str) -> None:
    """Before a call of a function of the library."""
    if context.module.is_model or name not in ACTS | MAY_ACT or "pthread_cancel" not in context.linker.image.mentioned:
        return
    look = context.linker.definition(context.module, "__tp_cancellation_point", node.pos)
    assert look is not None
    context.at(node)
    context.builder.emit(Call(None, e.addr(look.function, context.pointer), (e.const(BOOL, name in ACTS),)))
    nonlocal_jump.after_call(context)
