#ifndef __TP_FCNTL_H
#define __TP_FCNTL_H
#include <sys/types.h>
#define O_ACCMODE 03
#define O_RDONLY 0
#define O_WRONLY 01
#define O_RDWR 02
#define O_CREAT 0100
#define O_EXCL 0200
#define O_NOCTTY 0400
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_NDELAY 2048
#define O_SYNC 04010000
#define O_FSYNC 1052672
#define O_ASYNC 020000
#define O_LARGEFILE 0
#define O_DIRECTORY 65536
#define O_NOFOLLOW 131072
#define O_CLOEXEC 524288
#define O_DIRECT 16384
#define O_NOATIME 262144
#define O_PATH 2097152
#define O_TMPFILE 4259840
#define O_DSYNC 4096
#define O_RSYNC 1052672
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#define F_OFD_SETLKW 38
#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_SETOWN 8
#define F_GETOWN 9
#define F_SETSIG 10
#define F_GETSIG 11
#define F_SETOWN_EX 15
#define F_GETOWN_EX 16
#define F_SETLEASE 1024
#define F_GETLEASE 1025
#define F_NOTIFY 1026
#define F_SETPIPE_SZ 1031
#define F_GETPIPE_SZ 1032
#define F_ADD_SEALS 1033
#define F_GET_SEALS 1034
#define F_DUPFD_CLOEXEC 1030
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define F_OWNER_TID 0
#define F_OWNER_PID 1
#define F_OWNER_PGRP 2
#define FD_CLOEXEC 1
#define AT_FDCWD (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR 0x200
#define AT_SYMLINK_FOLLOW 0x400
#define AT_EMPTY_PATH 0x1000
#define AT_EACCESS 0x200
#define POSIX_FADV_NORMAL 0
#define POSIX_FADV_RANDOM 1
#define POSIX_FADV_SEQUENTIAL 2
#define POSIX_FADV_WILLNEED 3
#define POSIX_FADV_DONTNEED 4
#define POSIX_FADV_NOREUSE 5
#define DN_ACCESS 1
#define DN_MODIFY 2
#define DN_CREATE 4
#define DN_DELETE 8
#define DN_RENAME 0x10
#define DN_ATTRIB 0x20
#define DN_MULTISHOT 0x80000000
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
#define SPLICE_F_MOVE 1
#define SPLICE_F_NONBLOCK 2
#define SPLICE_F_MORE 4
#define SPLICE_F_GIFT 8
#define FALLOC_FL_KEEP_SIZE 1
#define FALLOC_FL_PUNCH_HOLE 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define FAPPEND O_APPEND
#define FNDELAY O_NDELAY
#define FNONBLOCK O_NONBLOCK
#include <bits/mode.h>
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
struct flock {
    short l_type, l_whence;
    off_t l_start, l_len;
    pid_t l_pid;
};
struct f_owner_ex {
    int type;
    pid_t pid;
};
extern int fcntl(int, int, ...), open(const char *, int, ...), openat(int, const char *, int, ...);
extern int creat(const char *, mode_t), lockf(int, int, off_t), posix_fadvise(int, off_t, off_t, int);
extern int posix_fallocate(int, off_t, off_t);
#ifdef _GNU_SOURCE
struct file_handle {
    unsigned handle_bytes;
    int handle_type;
    unsigned char f_handle[];
};
struct iovec;
extern ssize_t readahead(int, off_t, size_t);
extern int sync_file_range(int, off_t, off_t, unsigned);
extern ssize_t vmsplice(int, const struct iovec *, size_t, unsigned), splice(int, off_t *, int, off_t *, size_t, unsigned);
extern ssize_t tee(int, int, size_t, unsigned);
extern int fallocate(int, int, off_t, off_t), name_to_handle_at(int, const char *, struct file_handle *, int *, int);
extern int open_by_handle_at(int, struct file_handle *, int);
#endif
#endif
