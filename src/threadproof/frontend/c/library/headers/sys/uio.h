#ifndef __TP_SYS_UIO_H
#define __TP_SYS_UIO_H
#include <sys/types.h>
struct iovec {
    void *iov_base;
    size_t iov_len;
};
#define UIO_MAXIOV 1024
extern ssize_t readv(int, const struct iovec *, int), writev(int, const struct iovec *, int);
extern ssize_t preadv(int, const struct iovec *, int, off_t), pwritev(int, const struct iovec *, int, off_t);
#endif
