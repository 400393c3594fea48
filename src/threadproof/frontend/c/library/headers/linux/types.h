#ifndef __TP_LINUX_TYPES_H
#define __TP_LINUX_TYPES_H
#include <sys/types.h>
typedef signed char __s8;
typedef unsigned char __u8;
typedef short __s16;
typedef unsigned short __u16, __le16, __be16;
typedef int __s32;
typedef unsigned __u32, __le32, __be32;
typedef long long __s64;
typedef unsigned long long __u64, __le64, __be64;
#endif
