#ifndef __TP_BITS_MODE_H
#define __TP_BITS_MODE_H
#define S_IRUSR 256
#define S_IWUSR 128
#define S_IXUSR 64
#define S_IRGRP 32
#define S_IWGRP 16
#define S_IXGRP 8
#define S_IROTH 4
#define S_IWOTH 2
#define S_IXOTH 1
#define S_IRWXU 448
#define S_IRWXG 56
#define S_IRWXO 7
#define S_ISUID 2048
#define S_ISGID 1024
#define S_ISVTX 512
#define S_IREAD S_IRUSR
#define S_IWRITE S_IWUSR
#define S_IEXEC S_IXUSR
#endif
