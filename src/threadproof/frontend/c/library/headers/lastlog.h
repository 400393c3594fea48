#ifndef __TP_LASTLOG_H
#define __TP_LASTLOG_H
#include <sys/types.h>
struct lastlog {
    int ll_time;
    char ll_line[32], ll_host[256];
};
#endif
