#ifndef __TP_SYS_ACCT_H
#define __TP_SYS_ACCT_H
#include <stdint.h>
#include <sys/types.h>
typedef uint16_t comp_t;
struct acct {
    char ac_flag;
    uint16_t ac_uid, ac_gid, ac_tty;
    uint32_t ac_btime;
    comp_t ac_utime, ac_stime, ac_etime, ac_mem, ac_io, ac_rw, ac_minflt, ac_majflt, ac_swaps;
    uint32_t ac_exitcode;
    char ac_comm[17], ac_pad[10];
};
struct acct_v3 {
    char ac_flag, ac_version;
    uint16_t ac_tty;
    uint32_t ac_exitcode, ac_uid, ac_gid, ac_pid, ac_ppid, ac_btime;
    float ac_etime;
    comp_t ac_utime, ac_stime, ac_mem, ac_io, ac_rw, ac_minflt, ac_majflt, ac_swaps;
    char ac_comm[16];
};
enum { AFORK = 1, ASU = 2, ACORE = 8, AXSIG = 16 };
#define AHZ 100
extern int acct(const char *);
#endif
