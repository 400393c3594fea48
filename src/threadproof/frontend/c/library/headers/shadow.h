#ifndef __TP_SHADOW_H
#define __TP_SHADOW_H
#include <stdio.h>
struct spwd {
    char *sp_namp, *sp_pwdp;
    long sp_lstchg, sp_min, sp_max, sp_warn, sp_inact, sp_expire;
    unsigned long sp_flag;
};
extern struct spwd *getspnam(const char *), *getspent(void);
extern void setspent(void), endspent(void);
#endif
