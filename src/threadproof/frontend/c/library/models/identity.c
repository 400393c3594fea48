/* The user, the limits and the machine of the process: numbers and texts that others have chosen. */
#define _GNU_SOURCE
#include "intrinsics.h"
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <unistd.h>

extern int __tp_failed(int result), __tp_done(void);

#define CHANGES_USER (__tp_calls("setuid") || __tp_calls("seteuid") || __tp_calls("setreuid") || __tp_calls("setresuid"))
#define CHANGES_GROUP (__tp_calls("setgid") || __tp_calls("setegid") || __tp_calls("setregid") || __tp_calls("setresgid"))

/* The same at every call, unless the program changes it. */
static unsigned __tp_identity(int which, _Bool changes) {
    static unsigned known[4];
    static _Bool asked[4];
    unsigned number = __VERIFIER_nondet_uint();
    if (changes)
        return number;
    __tp_atomic_begin();
    if (!asked[which]) {
        asked[which] = 1; //! -
        known[which] = number; //! -
    }
    number = known[which];
    __tp_atomic_end();
    return number;
}

//: modelled: any number, the same at every call; any at all in programs that change it
uid_t getuid(void) {
    return __tp_identity(0, CHANGES_USER);
}

uid_t geteuid(void) {
    return __tp_identity(1, CHANGES_USER);
}

gid_t getgid(void) {
    return __tp_identity(2, CHANGES_GROUP);
}

gid_t getegid(void) {
    return __tp_identity(3, CHANGES_GROUP);
}

//: approximated: no effect; -1 and any error, or 0
int setuid(uid_t user) {
    return __tp_done();
}

int seteuid(uid_t user) {
    return __tp_done();
}

int setgid(gid_t group) {
    return __tp_done();
}

int setegid(gid_t group) {
    return __tp_done();
}

int setreuid(uid_t real, uid_t effective) {
    return __tp_done();
}

int setregid(gid_t real, gid_t effective) {
    return __tp_done();
}

int setresuid(uid_t real, uid_t effective, uid_t saved) {
    return __tp_done();
}

int setresgid(gid_t real, gid_t effective, gid_t saved) {
    return __tp_done();
}

int setpgid(pid_t process, pid_t group) {
    return __tp_done();
}

int setpriority(int which, id_t who, int priority) {
    return __tp_done();
}

int setrlimit(int resource, const struct rlimit *limit) {
    return __tp_done();
}

int prctl(int option, ...) {
    return __tp_done();
}

static pid_t __tp_any_process(void) {
    pid_t number = __VERIFIER_nondet_int();
    __tp_assume(number > 0);
    return number;
}

//: approximated: any positive number
pid_t getpgrp(void) {
    return __tp_any_process();
}

//: approximated: -1 and any error, or any positive number
pid_t getpgid(pid_t process) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : __tp_any_process();
}

pid_t getsid(pid_t process) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : __tp_any_process();
}

pid_t setsid(void) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : __tp_any_process();
}

static int __tp_any_priority(void) {
    int number = __VERIFIER_nondet_int();
    __tp_assume(-20 <= number && number <= 19);
    return number;
}

//: approximated: -1 and any error, or any number from -20 to 19
int getpriority(int which, id_t who) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : __tp_any_priority();
}

int nice(int change) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : __tp_any_priority();
}

//: approximated: -1 and any error, or any limits
int getrlimit(int resource, struct rlimit *limit) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    limit->rlim_cur = __VERIFIER_nondet_ulong();
    limit->rlim_max = __VERIFIER_nondet_ulong();
    __tp_assume(limit->rlim_cur <= limit->rlim_max);
    return 0;
}

//: approximated: -1 and any error, or any numbers, none negative
int getrusage(int who, struct rusage *usage) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    for (size_t i = 0; i < sizeof *usage / sizeof(long); i++) {
        long number = __VERIFIER_nondet_long();
        __tp_assume(number >= 0);
        ((long *)usage)[i] = number;
    }
    __tp_assume(usage->ru_utime.tv_usec < 1000000 && usage->ru_stime.tv_usec < 1000000);
    return 0;
}

int sysinfo(struct sysinfo *result) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    memset(result, 0, sizeof *result);
    result->uptime = __VERIFIER_nondet_long();
    result->totalram = __VERIFIER_nondet_ulong();
    result->freeram = __VERIFIER_nondet_ulong();
    result->totalswap = __VERIFIER_nondet_ulong();
    result->freeswap = __VERIFIER_nondet_ulong();
    result->procs = __VERIFIER_nondet_uchar();
    result->mem_unit = (unsigned)__VERIFIER_nondet_uchar() + 1;
    __tp_assume(result->uptime >= 0 && result->freeram <= result->totalram && result->freeswap <= result->totalswap);
    return 0;
}

//: approximated: -1 and any error, or 0; not explored in programs with threads, since those do not go on
int daemon(int stay, int open) {
    if (__tp_calls("pthread_create") || __tp_calls("thrd_create"))
        __tp_cut("daemon is not modelled in programs with threads");
    return __tp_done();
}

//: approximated: -1 and any error, or any numbers of ticks
clock_t times(struct tms *result) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    result->tms_utime = __VERIFIER_nondet_long();
    result->tms_stime = __VERIFIER_nondet_long();
    result->tms_cutime = 0;
    result->tms_cstime = 0;
    __tp_assume(result->tms_utime >= 0 && result->tms_stime >= 0);
    return __VERIFIER_nondet_long();
}

/* Any text that fits. */
static void __tp_any_word(char *text, size_t size) {
    size_t i = 0;
    for (; i + 1 < size && __VERIFIER_nondet_bool(); i++) {
        char byte = __VERIFIER_nondet_char();
        __tp_assume(byte != 0);
        text[i] = byte;
    }
    text[i] = 0;
}

//: approximated: -1 and any error, or any texts
int uname(struct utsname *result) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    __tp_any_word(result->sysname, sizeof result->sysname);
    __tp_any_word(result->nodename, sizeof result->nodename);
    __tp_any_word(result->release, sizeof result->release);
    __tp_any_word(result->version, sizeof result->version);
    __tp_any_word(result->machine, sizeof result->machine);
    return 0;
}

int gethostname(char *text, size_t size) {
    if (size == 0 || __VERIFIER_nondet_bool())
        return __tp_failed(-1);
    __tp_any_word(text, size);
    return 0;
}

//: approximated: any positive number of bytes in a page, of processors or of descriptors
int getpagesize(void) {
    return (int)sysconf(_SC_PAGESIZE);
}

int get_nprocs(void) {
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

int get_nprocs_conf(void) {
    return (int)sysconf(_SC_NPROCESSORS_CONF);
}

int getdtablesize(void) {
    return __tp_any_process();
}
