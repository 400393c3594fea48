#ifndef __TP_SYS_TIMEB_H
#define __TP_SYS_TIMEB_H
#include <sys/types.h>
struct timeb {
    time_t time;
    unsigned short millitm;
    short timezone, dstflag;
};
extern int ftime(struct timeb *);
#endif
