#ifndef __TP_ALLOCA_H
#define __TP_ALLOCA_H
#include <stddef.h>
extern void *alloca(size_t);
#define alloca(size) __builtin_alloca(size)
#endif
