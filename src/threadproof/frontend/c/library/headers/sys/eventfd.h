#ifndef __TP_SYS_EVENTFD_H
#define __TP_SYS_EVENTFD_H
#include <stdint.h>
typedef uint64_t eventfd_t;
#define EFD_SEMAPHORE 1
#define EFD_CLOEXEC 524288
#define EFD_NONBLOCK 2048
extern int eventfd(unsigned, int), eventfd_read(int, eventfd_t *), eventfd_write(int, eventfd_t);
#endif
