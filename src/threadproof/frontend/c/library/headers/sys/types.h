#ifndef __TP_SYS_TYPES_H
#define __TP_SYS_TYPES_H
#include <stddef.h>
#include <stdint.h>
typedef __PTRDIFF_TYPE__ ssize_t;
typedef long off_t;
typedef long long off64_t, loff_t;
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef long suseconds_t;
typedef unsigned useconds_t;
typedef int pid_t, key_t, daddr_t;
typedef unsigned uid_t, gid_t, id_t, mode_t;
typedef unsigned long ino_t;
typedef unsigned long long dev_t, ino64_t;
#ifdef __LP64__
typedef unsigned long nlink_t;
typedef long blksize_t;
#else
typedef unsigned nlink_t;
typedef long blksize_t;
#endif
typedef long blkcnt_t;
typedef unsigned long fsblkcnt_t, fsfilcnt_t;
typedef struct {
    int __val[2];
} fsid_t;
typedef char *caddr_t;
typedef unsigned char u_char;
typedef unsigned short u_short, ushort;
typedef unsigned u_int, uint;
typedef unsigned long u_long, ulong;
typedef long long quad_t;
typedef unsigned long long u_quad_t;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
typedef int register_t __attribute__((mode(word)));
#endif
