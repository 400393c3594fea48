#ifndef __TP_SYS_FSUID_H
#define __TP_SYS_FSUID_H
#include <sys/types.h>
extern int setfsuid(uid_t), setfsgid(gid_t);
#endif
