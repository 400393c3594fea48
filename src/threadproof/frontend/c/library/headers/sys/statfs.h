#ifndef __TP_SYS_STATFS_H
#define __TP_SYS_STATFS_H
#include <sys/types.h>
struct statfs {
    __PTRDIFF_TYPE__ f_type, f_bsize;
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    fsfilcnt_t f_files, f_ffree;
    fsid_t f_fsid;
    __PTRDIFF_TYPE__ f_namelen, f_frsize, f_flags, f_spare[4];
};
extern int statfs(const char *, struct statfs *), fstatfs(int, struct statfs *);
#endif
