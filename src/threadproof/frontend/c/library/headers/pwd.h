#ifndef __TP_PWD_H
#define __TP_PWD_H
#include <stdio.h>
#include <sys/types.h>
struct passwd {
    char *pw_name, *pw_passwd;
    uid_t pw_uid;
    gid_t pw_gid;
    char *pw_gecos, *pw_dir, *pw_shell;
};
extern struct passwd *getpwnam(const char *), *getpwuid(uid_t);
extern int getpwnam_r(const char *restrict, struct passwd *restrict, char *restrict, size_t, struct passwd **restrict);
extern int getpwuid_r(uid_t, struct passwd *restrict, char *restrict, size_t, struct passwd **restrict);
extern struct passwd *getpwent(void);
extern void setpwent(void), endpwent(void);
#endif
