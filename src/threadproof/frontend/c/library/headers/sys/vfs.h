#ifndef __TP_SYS_VFS_H
#define __TP_SYS_VFS_H
#include <sys/statfs.h>
#endif
