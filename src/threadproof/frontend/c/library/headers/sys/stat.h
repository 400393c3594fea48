#ifndef __TP_SYS_STAT_H
#define __TP_SYS_STAT_H
#include <sys/types.h>
#include <time.h>
struct stat {
    dev_t st_dev;
#ifdef __LP64__
    ino_t st_ino;
    nlink_t st_nlink;
    mode_t st_mode;
    uid_t st_uid;
    gid_t st_gid;
    int __pad;
    dev_t st_rdev;
#else
    unsigned short __pad1;
    ino_t st_ino;
    mode_t st_mode;
    nlink_t st_nlink;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    unsigned short __pad2;
#endif
    off_t st_size;
    blksize_t st_blksize;
    blkcnt_t st_blocks;
    struct timespec st_atim, st_mtim, st_ctim;
#ifdef __LP64__
    long __reserved[3];
#else
    unsigned long __reserved[2];
#endif
};
#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec
#include <bits/mode.h>
#define S_IFMT 61440
#define S_IFDIR 16384
#define S_IFCHR 8192
#define S_IFBLK 24576
#define S_IFREG 32768
#define S_IFIFO 4096
#define S_IFLNK 40960
#define S_IFSOCK 49152
#define ACCESSPERMS 511
#define ALLPERMS 4095
#define DEFFILEMODE 438
#define UTIME_NOW 0x3fffffff
#define UTIME_OMIT 0x3ffffffe
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISCHR(mode) (((mode) & S_IFMT) == S_IFCHR)
#define S_ISBLK(mode) (((mode) & S_IFMT) == S_IFBLK)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_ISFIFO(mode) (((mode) & S_IFMT) == S_IFIFO)
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define S_ISSOCK(mode) (((mode) & S_IFMT) == S_IFSOCK)
extern int stat(const char *restrict, struct stat *restrict), fstat(int, struct stat *);
extern int fstatat(int, const char *restrict, struct stat *restrict, int);
extern int lstat(const char *restrict, struct stat *restrict), chmod(const char *, mode_t), lchmod(const char *, mode_t);
extern int fchmod(int, mode_t), fchmodat(int, const char *, mode_t, int);
extern mode_t umask(mode_t);
extern int mkdir(const char *, mode_t), mkdirat(int, const char *, mode_t), mknod(const char *, mode_t, dev_t);
extern int mknodat(int, const char *, mode_t, dev_t), mkfifo(const char *, mode_t), mkfifoat(int, const char *, mode_t);
extern int utimensat(int, const char *, const struct timespec[2], int), futimens(int, const struct timespec[2]);
#endif
