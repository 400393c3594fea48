#ifndef __TP_STRUCT_TIMESPEC
#define __TP_STRUCT_TIMESPEC
#include <sys/types.h>
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
#endif
