#ifndef __TP_SCHED_H
#define __TP_SCHED_H
#include <time.h>
struct sched_param {
    int sched_priority;
};
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
extern int sched_yield(void);
extern int sched_get_priority_max(int), sched_get_priority_min(int);
#endif
