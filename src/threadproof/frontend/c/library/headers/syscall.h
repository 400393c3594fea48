#ifndef __TP_SYSCALL_H
#define __TP_SYSCALL_H
#include <sys/syscall.h>
#endif
