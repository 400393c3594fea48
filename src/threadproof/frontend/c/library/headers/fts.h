#ifndef __TP_FTS_H
#define __TP_FTS_H
#include <sys/types.h>
struct stat;
typedef struct __tp_fts FTS;
typedef struct _ftsent {
    struct _ftsent *fts_cycle, *fts_parent, *fts_link;
    long fts_number;
    void *fts_pointer;
    char *fts_accpath, *fts_path;
    int fts_errno, fts_symfd;
    unsigned short fts_pathlen, fts_namelen;
    ino_t fts_ino;
    dev_t fts_dev;
    nlink_t fts_nlink;
    short fts_level;
    unsigned short fts_info, fts_flags, fts_instr;
    struct stat *fts_statp;
    char fts_name[1];
} FTSENT;
#define FTS_COMFOLLOW 1
#define FTS_LOGICAL 2
#define FTS_NOCHDIR 4
#define FTS_NOSTAT 8
#define FTS_PHYSICAL 0x10
#define FTS_SEEDOT 0x20
#define FTS_XDEV 0x40
#define FTS_WHITEOUT 0x80
#define FTS_OPTIONMASK 0xff
#define FTS_NAMEONLY 0x100
#define FTS_STOP 0x200
#define FTS_ROOTPARENTLEVEL (-1)
#define FTS_ROOTLEVEL 0
#define FTS_D 1
#define FTS_DC 2
#define FTS_DEFAULT 3
#define FTS_DNR 4
#define FTS_DOT 5
#define FTS_DP 6
#define FTS_ERR 7
#define FTS_F 8
#define FTS_INIT 9
#define FTS_NS 10
#define FTS_NSOK 11
#define FTS_SL 12
#define FTS_SLNONE 13
#define FTS_W 14
#define FTS_DONTCHDIR 1
#define FTS_SYMFOLLOW 2
#define FTS_AGAIN 1
#define FTS_FOLLOW 2
#define FTS_NOINSTR 3
#define FTS_SKIP 4
extern FTSENT *fts_children(FTS *, int), *fts_read(FTS *);
extern int fts_close(FTS *), fts_set(FTS *, FTSENT *, int);
extern FTS *fts_open(char *const *, int, int (*)(const FTSENT **, const FTSENT **));
#endif
