#ifndef __TP_SYS_SYSLOG_H
#define __TP_SYS_SYSLOG_H
#include <syslog.h>
#endif
