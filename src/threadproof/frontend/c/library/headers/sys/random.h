#ifndef __TP_SYS_RANDOM_H
#define __TP_SYS_RANDOM_H
#include <sys/types.h>
#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
extern ssize_t getrandom(void *, size_t, unsigned);
extern int getentropy(void *, size_t);
#endif
