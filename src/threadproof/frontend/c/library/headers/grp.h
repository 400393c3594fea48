#ifndef __TP_GRP_H
#define __TP_GRP_H
#include <stdio.h>
#include <sys/types.h>
struct group {
    char *gr_name, *gr_passwd;
    gid_t gr_gid;
    char **gr_mem;
};
extern struct group *getgrnam(const char *), *getgrgid(gid_t);
extern int getgrnam_r(const char *restrict, struct group *restrict, char *restrict, size_t, struct group **restrict);
extern int getgrgid_r(gid_t, struct group *restrict, char *restrict, size_t, struct group **restrict);
extern struct group *getgrent(void);
extern void setgrent(void), endgrent(void);
extern int setgroups(size_t, const gid_t *), initgroups(const char *, gid_t);
extern int getgrouplist(const char *, gid_t, gid_t *, int *);
#endif
