#ifndef __TP_SYS_SENDFILE_H
#define __TP_SYS_SENDFILE_H
#include <sys/types.h>
extern ssize_t sendfile(int, int, off_t *, size_t);
#endif
