#ifndef __TP_UTMPX_H
#define __TP_UTMPX_H
#include <sys/time.h>
#include <sys/types.h>
#define __UT_LINESIZE 32
#define __UT_NAMESIZE 32
#define __UT_HOSTSIZE 256
struct __exit_status {
    short e_termination, e_exit;
};
struct utmpx {
    short ut_type;
    pid_t ut_pid;
    char ut_line[32], ut_id[4], ut_user[32], ut_host[256];
    struct __exit_status ut_exit;
    int ut_session;
    struct {
        int tv_sec, tv_usec;
    } ut_tv;
    int ut_addr_v6[4];
    char __reserved[20];
};
#define EMPTY 0
#define RUN_LVL 1
#define BOOT_TIME 2
#define NEW_TIME 3
#define OLD_TIME 4
#define INIT_PROCESS 5
#define LOGIN_PROCESS 6
#define USER_PROCESS 7
#define DEAD_PROCESS 8
#define ACCOUNTING 9
extern void setutxent(void), endutxent(void);
extern struct utmpx *getutxent(void), *getutxid(const struct utmpx *), *getutxline(const struct utmpx *);
extern struct utmpx *pututxline(const struct utmpx *);
#ifdef _GNU_SOURCE
extern int utmpxname(const char *);
extern void updwtmpx(const char *, const struct utmpx *);
#endif
#endif
