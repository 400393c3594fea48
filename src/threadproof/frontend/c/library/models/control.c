/* Descriptors that are copied and controlled, vectors of blocks, messages, and what is known about sockets. */
#define _GNU_SOURCE
#include "intrinsics.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

extern int __tp_failed(int result), __tp_opened(int file), __tp_new_descriptor(void), __tp_done(void);
extern void __tp_read_own(void);
extern void __tp_closed(int file), __tp_any_address(void *address, unsigned *length);

//: approximated: -1 and any error, or the second descriptor, which is closed first
int dup2(int from, int to) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    if (from != to) {
        __tp_closed(to);
        __tp_opened(to);
    }
    return to;
}

int dup3(int from, int to, int flags) {
    if (from == to) {
        errno = EINVAL;
        return -1;
    }
    return dup2(from, to);
}

//: approximated: -1 and any error, or two numbers that no other open descriptors have
int pipe2(int files[2], int flags) {
    return pipe(files);
}

//: approximated: -1 and any error, or a number that no other open descriptor has
int accept4(int file, struct sockaddr *restrict address, socklen_t *restrict length, int flags) {
    return accept(file, address, length);
}

//: approximated: -1 and any error, or what the command may give: another descriptor, any flags, any lock; otherwise 0
int fcntl(int file, int command, ...) {
    va_list arguments;
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {
        va_start(arguments, command);
        int least = va_arg(arguments, int), found = __tp_new_descriptor();
        va_end(arguments);
        __tp_assume(found < 0 || found >= least);
        return found;
    }
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    if (command == F_GETLK) {
        va_start(arguments, command);
        struct flock *lock = va_arg(arguments, struct flock *);
        va_end(arguments);
        lock->l_type = (short)(__VERIFIER_nondet_uchar() % 3);
        lock->l_start = __VERIFIER_nondet_long();
        lock->l_len = __VERIFIER_nondet_long();
        lock->l_pid = __VERIFIER_nondet_int();
        return 0;
    }
    if (command == F_SETFD || command == F_SETFL || command == F_SETLK || command == F_SETLKW || command == F_SETOWN)
        return 0;
    int result = __VERIFIER_nondet_int();
    __tp_assume(result >= 0);
    return result;
}

//: approximated: no effect; -1 and any error, or 0
int fdatasync(int file) {
    return __tp_done();
}

int lockf(int file, int command, off_t length) {
    return __tp_done();
}

int flock(int file, int operation) {
    return __tp_done();
}

int posix_fadvise(int file, off_t offset, off_t length, int advice) {
    return __VERIFIER_nondet_bool() ? __VERIFIER_nondet_uchar() : 0;
}

//: approximated: -1 and any error, or any number of bytes that fits, with any content; not explored where the program has pipes, socket pairs or counters of its own
ssize_t readv(int file, const struct iovec *blocks, int count) {
    ssize_t result = 0;
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    __tp_read_own();
    for (int i = 0; i < count; i++)
        for (size_t j = 0; j < blocks[i].iov_len; j++) {
            if (__VERIFIER_nondet_bool())
                return result;
            ((char *)blocks[i].iov_base)[j] = __VERIFIER_nondet_char();
            result++;
        }
    return result;
}

ssize_t recvmsg(int file, struct msghdr *message, int flags) {
    __tp_any_address(message->msg_name, &message->msg_namelen);
    message->msg_controllen = 0;
    message->msg_flags = 0;
    return readv(file, message->msg_iov, (int)message->msg_iovlen);
}

//: approximated: no effect; -1 and any error, or any number of bytes up to the size
ssize_t writev(int file, const struct iovec *blocks, int count) {
    size_t size = 0;
    for (int i = 0; i < count; i++)
        size += blocks[i].iov_len;
    return write(file, 0, size);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    return writev(file, message->msg_iov, (int)message->msg_iovlen);
}

ssize_t sendfile(int to, int from, off_t *offset, size_t size) {
    ssize_t result = write(to, 0, size);
    if (offset && result > 0)
        *offset += result;
    return result;
}

//: approximated: -1 and any error, or any bytes, as far as there is room
int getsockopt(int file, int level, int name, void *restrict value, socklen_t *restrict length) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    for (socklen_t i = 0, room = *length; i < room; i++)
        ((char *)value)[i] = __VERIFIER_nondet_char();
    return 0;
}

//: approximated: -1 and any error, or any address, as far as there is room
int getsockname(int file, struct sockaddr *restrict address, socklen_t *restrict length) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    __tp_any_address(address, length);
    return 0;
}

int getpeername(int file, struct sockaddr *restrict address, socklen_t *restrict length) {
    return getsockname(file, address, length);
}

//: approximated: -1 and any error, or whether the mark is reached: any answer
int sockatmark(int file) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : __VERIFIER_nondet_bool();
}
