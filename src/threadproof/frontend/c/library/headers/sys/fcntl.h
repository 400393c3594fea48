#ifndef __TP_SYS_FCNTL_H
#define __TP_SYS_FCNTL_H
#include <fcntl.h>
#endif
