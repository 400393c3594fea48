#ifndef __TP_STRUCT_TIMEVAL
#define __TP_STRUCT_TIMEVAL
#include <sys/types.h>
struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};
#endif
