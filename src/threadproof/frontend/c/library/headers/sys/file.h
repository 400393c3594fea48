#ifndef __TP_SYS_FILE_H
#define __TP_SYS_FILE_H
#include <fcntl.h>
extern int flock(int, int);
#endif
