#ifndef __TP_SYS_UTSNAME_H
#define __TP_SYS_UTSNAME_H
struct utsname {
    char sysname[65], nodename[65], release[65], version[65], machine[65];
#ifdef _GNU_SOURCE
    char domainname[65];
#else
    char __domainname[65];
#endif
};
extern int uname(struct utsname *);
#endif
