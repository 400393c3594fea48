#ifndef __TP_MQUEUE_H
#define __TP_MQUEUE_H
#include <fcntl.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>
typedef int mqd_t;
struct mq_attr {
    long mq_flags, mq_maxmsg, mq_msgsize, mq_curmsgs, __pad[4];
};
extern mqd_t mq_open(const char *, int, ...);
extern int mq_close(mqd_t), mq_unlink(const char *), mq_getattr(mqd_t, struct mq_attr *);
extern int mq_setattr(mqd_t, const struct mq_attr *restrict, struct mq_attr *restrict), mq_notify(mqd_t, const struct sigevent *);
extern ssize_t mq_receive(mqd_t, char *, size_t, unsigned *);
extern ssize_t mq_timedreceive(mqd_t, char *restrict, size_t, unsigned *restrict, const struct timespec *restrict);
extern int mq_send(mqd_t, const char *, size_t, unsigned);
extern int mq_timedsend(mqd_t, const char *, size_t, unsigned, const struct timespec *);
#endif
