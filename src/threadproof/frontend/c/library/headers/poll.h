#ifndef __TP_POLL_H
#define __TP_POLL_H
#include <signal.h>
#include <bits/types/struct_timespec.h>
typedef unsigned long nfds_t;
struct pollfd {
    int fd;
    short events, revents;
};
#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLRDNORM 0x40
#define POLLRDBAND 0x80
#define POLLWRNORM 0x100
#define POLLWRBAND 0x200
#define POLLMSG 0x400
#define POLLREMOVE 0x1000
#define POLLRDHUP 0x2000
#define POLLERR 8
#define POLLHUP 0x10
#define POLLNVAL 0x20
extern int poll(struct pollfd *, nfds_t, int);
#ifdef _GNU_SOURCE
extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
#endif
#endif
