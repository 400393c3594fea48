#ifndef __TP_BITS_TYPES_H
#define __TP_BITS_TYPES_H
typedef unsigned char __u_char;
typedef unsigned short __u_short;
typedef unsigned __u_int;
typedef unsigned long __u_long;
typedef signed char __int8_t, __int_least8_t;
typedef unsigned char __uint8_t, __uint_least8_t;
typedef short __int16_t, __int_least16_t;
typedef unsigned short __uint16_t, __uint_least16_t;
typedef int __int32_t, __int_least32_t;
typedef unsigned __uint32_t, __uint_least32_t;
typedef __INT64_TYPE__ __int64_t, __int_least64_t, __quad_t;
typedef __UINT64_TYPE__ __uint64_t, __uint_least64_t, __u_quad_t;
typedef __INTMAX_TYPE__ __intmax_t;
typedef __UINTMAX_TYPE__ __uintmax_t;
typedef __u_quad_t __dev_t, __ino64_t, __rlim64_t, __fsblkcnt64_t, __fsfilcnt64_t;
typedef __quad_t __off64_t, __loff_t, __blkcnt64_t;
typedef unsigned __uid_t, __gid_t, __mode_t, __id_t, __useconds_t, __socklen_t;
typedef unsigned long __ino_t, __rlim_t, __fsblkcnt_t, __fsfilcnt_t;
#ifdef __LP64__
typedef unsigned long __nlink_t, __syscall_ulong_t;
#else
typedef unsigned __nlink_t;
typedef unsigned long __syscall_ulong_t;
#endif
typedef long __off_t, __clock_t, __time_t, __suseconds_t, __blksize_t, __blkcnt_t, __syscall_slong_t;
typedef __quad_t __suseconds64_t;
typedef int __pid_t, __key_t, __clockid_t, __daddr_t, __sig_atomic_t;
typedef void *__timer_t;
typedef __PTRDIFF_TYPE__ __ssize_t, __intptr_t;
#ifdef __LP64__
typedef long __fsword_t;
#else
typedef int __fsword_t;
#endif
typedef char *__caddr_t;
typedef struct {
    int __val[2];
} __fsid_t;
#endif
