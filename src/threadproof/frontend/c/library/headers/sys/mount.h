#ifndef __TP_SYS_MOUNT_H
#define __TP_SYS_MOUNT_H
#include <sys/ioctl.h>
#define MS_RDONLY 1
#define MS_NOSUID 2
#define MS_NODEV 4
#define MS_NOEXEC 8
#define MS_SYNCHRONOUS 16
#define MS_REMOUNT 32
#define MS_MANDLOCK 64
#define MS_DIRSYNC 128
#define MS_NOSYMFOLLOW 256
#define MS_NOATIME 1024
#define MS_NODIRATIME 2048
#define MS_BIND 4096
#define MS_MOVE 8192
#define MS_REC 16384
#define MS_VERBOSE 32768
#define MS_SILENT 32768
#define MS_POSIXACL 65536
#define MS_UNBINDABLE 131072
#define MS_PRIVATE 262144
#define MS_SLAVE 524288
#define MS_SHARED 1048576
#define MS_RELATIME 2097152
#define MS_KERNMOUNT 4194304
#define MS_I_VERSION 8388608
#define MS_STRICTATIME 16777216
#define MS_LAZYTIME 33554432
#define MS_SUBMOUNT 0x4000000
#define MS_NOREMOTELOCK 0x8000000
#define MS_NOSEC 0x10000000
#define MS_BORN 0x20000000
#define MS_ACTIVE 1073741824
#define MS_NOUSER (-2147483648)
#define MS_RMT_MASK 41943121
#define MS_MGC_VAL 0xc0ed0000
#define MS_MGC_MSK 0xffff0000
#define MNT_FORCE 1
#define MNT_DETACH 2
#define MNT_EXPIRE 4
#define UMOUNT_NOFOLLOW 8
extern int mount(const char *, const char *, const char *, unsigned long, const void *), umount(const char *);
extern int umount2(const char *, int);
#endif
