#ifndef __TP_MALLOC_H
#define __TP_MALLOC_H
#include <stdlib.h>
extern void *memalign(size_t, size_t);
extern void *valloc(size_t);
extern size_t malloc_usable_size(void *);
#endif
