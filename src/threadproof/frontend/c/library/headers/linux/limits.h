#ifndef __TP_LINUX_LIMITS_H
#define __TP_LINUX_LIMITS_H
#include <limits.h>
#endif
