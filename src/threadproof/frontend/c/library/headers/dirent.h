#ifndef __TP_DIRENT_H
#define __TP_DIRENT_H
#include <features.h>
#include <sys/types.h>
typedef struct __tp_directory DIR;
struct dirent {
    ino_t d_ino;
    off_t d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};
#define d_fileno d_ino
#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12
#define DT_WHT 14
extern DIR *opendir(const char *), *fdopendir(int);
extern struct dirent *readdir(DIR *);
extern int closedir(DIR *);
extern void rewinddir(DIR *);
extern long telldir(DIR *);
extern void seekdir(DIR *, long);
extern int dirfd(DIR *);
extern int scandir(const char *restrict, struct dirent ***restrict, int (*)(const struct dirent *), int (*)(const struct dirent **, const struct dirent **));
extern int alphasort(const struct dirent **, const struct dirent **);
extern int readdir_r(DIR *restrict, struct dirent *restrict, struct dirent **restrict);
#endif
