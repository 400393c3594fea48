#ifndef __TP_SYS_SELECT_H
#define __TP_SYS_SELECT_H
#include <signal.h>
#include <sys/types.h>
#include <bits/types/struct_timeval.h>
#include <bits/types/struct_timespec.h>
#define FD_SETSIZE 1024
#define NFDBITS (8 * (int)sizeof(long))
typedef long fd_mask;
typedef struct {
    long __fds_bits[FD_SETSIZE / NFDBITS];
} fd_set;
#define FD_ZERO(set) ((void)(*(set) = (fd_set){{0}}))
#define FD_SET(file, set) ((void)((set)->__fds_bits[(file) / NFDBITS] |= (long)(1UL << (file) % NFDBITS)))
#define FD_CLR(file, set) ((void)((set)->__fds_bits[(file) / NFDBITS] &= ~(long)(1UL << (file) % NFDBITS)))
#define FD_ISSET(file, set) (((set)->__fds_bits[(file) / NFDBITS] >> (file) % NFDBITS & 1) != 0)
extern int select(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, struct timeval *restrict);
extern int pselect(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, const struct timespec *restrict, const sigset_t *restrict);
#endif
