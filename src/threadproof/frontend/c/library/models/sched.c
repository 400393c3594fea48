#include "intrinsics.h"
#include <sched.h>

//: ignored: every schedule is considered anyway
int sched_yield(void) {
    return 0;
}

//: modelled: the values of Linux
int sched_get_priority_max(int policy) {
    return policy == SCHED_OTHER ? 0 : 99;
}

int sched_get_priority_min(int policy) {
    return policy == SCHED_OTHER ? 0 : 1;
}
