#ifndef __TP_SYS_TYPES_H
#define __TP_SYS_TYPES_H
#include <stddef.h>
#include <stdint.h>
#include <bits/types.h>
typedef __ssize_t ssize_t;
typedef __off_t off_t;
typedef __off64_t off64_t;
typedef __loff_t loff_t;
typedef __time_t time_t;
typedef __clock_t clock_t;
typedef __clockid_t clockid_t;
typedef __timer_t timer_t;
typedef __suseconds_t suseconds_t;
typedef __useconds_t useconds_t;
typedef __pid_t pid_t;
typedef __key_t key_t;
typedef __daddr_t daddr_t;
typedef __uid_t uid_t;
typedef __gid_t gid_t;
typedef __id_t id_t;
typedef __mode_t mode_t;
typedef __ino_t ino_t;
typedef __ino64_t ino64_t;
typedef __dev_t dev_t;
typedef __nlink_t nlink_t;
typedef __blksize_t blksize_t;
typedef __blkcnt_t blkcnt_t;
typedef __fsblkcnt_t fsblkcnt_t;
typedef __fsfilcnt_t fsfilcnt_t;
typedef __fsid_t fsid_t;
typedef char *caddr_t;
typedef unsigned char u_char;
typedef unsigned short u_short, ushort;
typedef unsigned u_int, uint;
typedef unsigned long u_long, ulong;
typedef __quad_t quad_t;
typedef __u_quad_t u_quad_t;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
typedef int register_t __attribute__((mode(word)));
#endif
