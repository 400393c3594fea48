#ifndef __TP_FTW_H
#define __TP_FTW_H
#include <sys/stat.h>
#include <sys/types.h>
enum { FTW_F, FTW_D, FTW_DNR, FTW_NS, FTW_SL, FTW_DP, FTW_SLN };
enum { FTW_PHYS = 1, FTW_MOUNT = 2, FTW_CHDIR = 4, FTW_DEPTH = 8, FTW_ACTIONRETVAL = 16 };
enum { FTW_CONTINUE, FTW_STOP, FTW_SKIP_SUBTREE, FTW_SKIP_SIBLINGS };
struct FTW {
    int base, level;
};
extern int ftw(const char *, int (*)(const char *, const struct stat *, int), int);
extern int nftw(const char *, int (*)(const char *, const struct stat *, int, struct FTW *), int, int);
#endif
