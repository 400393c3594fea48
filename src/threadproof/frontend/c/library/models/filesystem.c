/* Names of files and what is known about them. Other processes may change all of it at any time, so every answer is arbitrary. */
#define _GNU_SOURCE
#include "intrinsics.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

extern int __tp_failed(int result), __tp_new_descriptor(void), __tp_done(void);

#define LONGEST 31
/* Any text but the empty one, of at most 31 characters, in a block of its own. */
char *__tp_any_text(void) {
    if (__VERIFIER_nondet_bool())
        __tp_cut("names with more than 31 characters are not explored");
    char *text = __tp_alloc(LONGEST + 1);
    text[LONGEST] = 0;
    __tp_assume(text[0] != 0);
    return text;
}

//: modelled: exact
unsigned gnu_dev_major(unsigned long long device) {
    return (unsigned)(device >> 8 & 0xfff) | ((unsigned)(device >> 32) & ~0xfffu);
}

unsigned gnu_dev_minor(unsigned long long device) {
    return (unsigned)(device & 0xff) | ((unsigned)(device >> 12) & ~0xffu);
}

unsigned long long gnu_dev_makedev(unsigned major, unsigned minor) {
    return (major & 0xfffull) << 8 | (major & 0xfffff000ull) << 32 | (minor & 0xffull) | (minor & 0xffffff00ull) << 12;
}

static void __tp_any_instant(struct timespec *result) {
    long seconds = __VERIFIER_nondet_long(), nanoseconds = __VERIFIER_nondet_long();
    __tp_assume(nanoseconds >= 0 && nanoseconds < 1000000000);
    result->tv_sec = seconds;
    result->tv_nsec = nanoseconds;
}

static int __tp_any_status(struct stat *result) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    off_t size = __VERIFIER_nondet_long(), blocks = __VERIFIER_nondet_long();
    __tp_assume(size >= 0 && blocks >= 0);
    result->st_dev = __VERIFIER_nondet_ulong();
    result->st_ino = __VERIFIER_nondet_ulong();
    result->st_nlink = __VERIFIER_nondet_uint();
    result->st_mode = __VERIFIER_nondet_uint() & 0177777;
    result->st_uid = __VERIFIER_nondet_uint();
    result->st_gid = __VERIFIER_nondet_uint();
    result->st_rdev = __VERIFIER_nondet_ulong();
    result->st_size = size;
    result->st_blksize = (long)__VERIFIER_nondet_uchar() + 1;
    result->st_blocks = blocks;
    __tp_any_instant(&result->st_atim);
    __tp_any_instant(&result->st_mtim);
    __tp_any_instant(&result->st_ctim);
    return 0;
}

//: approximated: -1 and any error, or any status whose size is not negative
int stat(const char *restrict name, struct stat *restrict result) {
    return __tp_any_status(result);
}

int lstat(const char *restrict name, struct stat *restrict result) {
    return __tp_any_status(result);
}

int fstat(int file, struct stat *result) {
    return __tp_any_status(result);
}

int fstatat(int directory, const char *restrict name, struct stat *restrict result, int flags) {
    return __tp_any_status(result);
}

int statvfs(const char *restrict name, struct statvfs *restrict result) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    for (size_t i = 0; i < sizeof *result / sizeof(int); i++)
        ((unsigned *)result)[i] = __VERIFIER_nondet_uint();
    return 0;
}

int fstatvfs(int file, struct statvfs *result) {
    return statvfs(0, result);
}

//: approximated: no effect on what later calls say; -1 and any error, or 0
int chmod(const char *name, mode_t mode) {
    return __tp_done();
}

int fchmod(int file, mode_t mode) {
    return __tp_done();
}

int fchmodat(int directory, const char *name, mode_t mode, int flags) {
    return __tp_done();
}

int chown(const char *name, uid_t user, gid_t group) {
    return __tp_done();
}

int lchown(const char *name, uid_t user, gid_t group) {
    return __tp_done();
}

int fchown(int file, uid_t user, gid_t group) {
    return __tp_done();
}

int mkdir(const char *name, mode_t mode) {
    return __tp_done();
}

int mkdirat(int directory, const char *name, mode_t mode) {
    return __tp_done();
}

int mkfifo(const char *name, mode_t mode) {
    return __tp_done();
}

int mkfifoat(int directory, const char *name, mode_t mode) {
    return __tp_done();
}

int mknod(const char *name, mode_t mode, dev_t device) {
    return __tp_done();
}

int rmdir(const char *name) {
    return __tp_done();
}

int unlinkat(int directory, const char *name, int flags) {
    return __tp_done();
}

int remove(const char *name) {
    return __tp_done();
}

int rename(const char *from, const char *to) {
    return __tp_done();
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
    return __tp_done();
}

int link(const char *from, const char *to) {
    return __tp_done();
}

int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
    return __tp_done();
}

int symlink(const char *to, const char *from) {
    return __tp_done();
}

int symlinkat(const char *to, int directory, const char *from) {
    return __tp_done();
}

int truncate(const char *name, off_t length) {
    return __tp_done();
}

int chdir(const char *name) {
    return __tp_done();
}

int fchdir(int file) {
    return __tp_done();
}

int chroot(const char *name) {
    return __tp_done();
}

int faccessat(int directory, const char *name, int mode, int flags) {
    return __tp_done();
}

int utime(const char *name, const struct utimbuf *times) {
    return __tp_done();
}

int utimes(const char *name, const struct timeval times[2]) {
    return __tp_done();
}

int futimens(int file, const struct timespec times[2]) {
    return __tp_done();
}

int utimensat(int directory, const char *name, const struct timespec times[2], int flags) {
    return __tp_done();
}

//: approximated: any mode before
mode_t umask(mode_t mode) {
    return __VERIFIER_nondet_uint() & 0777;
}

//: approximated: -1 and any error, or any text without an end, as far as there is room
ssize_t readlink(const char *restrict name, char *restrict text, size_t size) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    size_t i = 0;
    do {
        char byte = __VERIFIER_nondet_char();
        __tp_assume(byte != 0 && i < size);
        text[i++] = byte;
    } while (i < size && __VERIFIER_nondet_bool());
    return (ssize_t)i;
}

ssize_t readlinkat(int directory, const char *restrict name, char *restrict text, size_t size) {
    return readlink(name, text, size);
}

//: approximated: NULL and any error, or any path that fits (with NULL for the room: in a block of its own)
char *getcwd(char *text, size_t size) {
    if (__VERIFIER_nondet_bool()) {
        __tp_failed(0);
        return 0;
    }
    if (!text) {
        text = __tp_any_text();
        text[0] = '/';
        return text;
    }
    __tp_assume(size > 1);
    text[0] = '/';
    size_t i = 1;
    for (; i + 1 < size && __VERIFIER_nondet_bool(); i++) {
        char byte = __VERIFIER_nondet_char();
        __tp_assume(byte != 0);
        text[i] = byte;
    }
    text[i] = 0;
    return text;
}

//: approximated: NULL and any error, or any absolute path, in a block of its own; into given room not explored
char *realpath(const char *restrict name, char *restrict result) {
    if (__VERIFIER_nondet_bool()) {
        __tp_failed(0);
        return 0;
    }
    if (result)
        __tp_cut("realpath into given room is not modelled");
    char *text = __tp_any_text();
    text[0] = '/';
    return text;
}

/* The last six characters of the template become any others. */
static _Bool __tp_name_temporary(char *pattern) {
    char *last = pattern + strlen(pattern) - 6;
    for (int i = 0; i < 6; i++) {
        char byte = __VERIFIER_nondet_char();
        __tp_assume((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9'));
        last[i] = byte;
    }
    return 1;
}

//: approximated: -1 and any error, or a number that no other open descriptor has; the end of the name is any letters and digits
int mkstemp(char *pattern) {
    __tp_name_temporary(pattern);
    return __tp_new_descriptor();
}

char *mkdtemp(char *pattern) {
    __tp_name_temporary(pattern);
    if (!__VERIFIER_nondet_bool())
        return pattern;
    __tp_failed(0);
    return 0;
}

//: approximated: 0 and any error, or 1
int isatty(int file) {
    return __VERIFIER_nondet_bool() ? __tp_failed(0) : 1;
}

//: approximated: NULL and any error, or any text; the next call overwrites it
char *ttyname(int file) {
    static char *last;
    if (__VERIFIER_nondet_bool()) {
        __tp_failed(0);
        return 0;
    }
    __tp_free(last);
    last = __tp_any_text();
    return last;
}

//: ignored: what was written is not kept anyway
void sync(void) {
}
