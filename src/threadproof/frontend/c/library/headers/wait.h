#ifndef __TP_WAIT_H
#define __TP_WAIT_H
#include <sys/wait.h>
#endif
