#ifndef __TP_SCHED_H
#define __TP_SCHED_H
#include <features.h>
#include <time.h>
struct sched_param {
    int sched_priority;
};
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
extern int sched_yield(void);
extern int sched_get_priority_max(int), sched_get_priority_min(int);
extern int sched_setparam(pid_t, const struct sched_param *), sched_getparam(pid_t, struct sched_param *);
extern int sched_setscheduler(pid_t, int, const struct sched_param *), sched_getscheduler(pid_t);
extern int sched_rr_get_interval(pid_t, struct timespec *);
#define __CPU_SETSIZE 1024
typedef unsigned long __cpu_mask;
#define __NCPUBITS (8 * sizeof(__cpu_mask))
typedef struct {
    __cpu_mask __bits[__CPU_SETSIZE / __NCPUBITS];
} cpu_set_t;
#ifdef _GNU_SOURCE
#define SCHED_BATCH 3
#define SCHED_IDLE 5
#define SCHED_DEADLINE 6
#define SCHED_RESET_ON_FORK 0x40000000
#define CLONE_VM 0x100
#define CLONE_FS 0x200
#define CLONE_FILES 0x400
#define CLONE_SIGHAND 0x800
#define CLONE_PIDFD 0x1000
#define CLONE_PTRACE 0x2000
#define CLONE_VFORK 0x4000
#define CLONE_PARENT 0x8000
#define CLONE_THREAD 0x10000
#define CLONE_NEWNS 0x20000
#define CLONE_SYSVSEM 0x40000
#define CLONE_SETTLS 0x80000
#define CLONE_PARENT_SETTID 0x100000
#define CLONE_CHILD_CLEARTID 0x200000
#define CLONE_DETACHED 0x400000
#define CLONE_UNTRACED 0x800000
#define CLONE_CHILD_SETTID 0x1000000
#define CLONE_NEWCGROUP 0x2000000
#define CLONE_NEWUTS 0x4000000
#define CLONE_NEWIPC 0x8000000
#define CLONE_NEWUSER 0x10000000
#define CLONE_NEWPID 0x20000000
#define CLONE_NEWNET 0x40000000
#define CLONE_IO 0x80000000
#define CLONE_NEWTIME 0x80
extern int clone(int (*)(void *), void *, int, void *, ...), unshare(int), setns(int, int), sched_getcpu(void);
extern int getcpu(unsigned *, unsigned *);
#define CPU_SETSIZE __CPU_SETSIZE
#define __TP_CPU_WORD(cpu, set) (((__cpu_mask *)(set))[(size_t)(cpu) / __NCPUBITS])
#define __TP_CPU_BIT(cpu) ((__cpu_mask)1 << (size_t)(cpu) % __NCPUBITS)
#define CPU_ZERO_S(size, set) ((void)__builtin_memset((set), 0, (size)))
#define CPU_SET_S(cpu, size, set) ((size_t)(cpu) < 8 * (size_t)(size) ? __TP_CPU_WORD(cpu, set) |= __TP_CPU_BIT(cpu) : 0)
#define CPU_CLR_S(cpu, size, set) ((size_t)(cpu) < 8 * (size_t)(size) ? __TP_CPU_WORD(cpu, set) &= ~__TP_CPU_BIT(cpu) : 0)
#define CPU_ISSET_S(cpu, size, set) ((size_t)(cpu) < 8 * (size_t)(size) ? (__TP_CPU_WORD(cpu, set) & __TP_CPU_BIT(cpu)) != 0 : 0)
#define CPU_COUNT_S(size, set) __sched_cpucount((size), (set))
#define CPU_EQUAL_S(size, a, b) (__builtin_memcmp((a), (b), (size)) == 0)
#define CPU_ZERO(set) CPU_ZERO_S(sizeof(cpu_set_t), set)
#define CPU_SET(cpu, set) CPU_SET_S(cpu, sizeof(cpu_set_t), set)
#define CPU_CLR(cpu, set) CPU_CLR_S(cpu, sizeof(cpu_set_t), set)
#define CPU_ISSET(cpu, set) CPU_ISSET_S(cpu, sizeof(cpu_set_t), set)
#define CPU_COUNT(set) CPU_COUNT_S(sizeof(cpu_set_t), set)
#define CPU_EQUAL(a, b) CPU_EQUAL_S(sizeof(cpu_set_t), a, b)
#define __TP_CPU_EACH(size, result, a, op, b)                                                                                      \
    do {                                                                                                                         \
        for (size_t __tp_i = 0; __tp_i < (size) / sizeof(__cpu_mask); __tp_i++)                                                  \
            (result)->__bits[__tp_i] = (a)->__bits[__tp_i] op (b)->__bits[__tp_i];                                               \
    } while (0)
#define CPU_AND(result, a, b) __TP_CPU_EACH(sizeof(cpu_set_t), result, a, &, b)
#define CPU_OR(result, a, b) __TP_CPU_EACH(sizeof(cpu_set_t), result, a, |, b)
#define CPU_XOR(result, a, b) __TP_CPU_EACH(sizeof(cpu_set_t), result, a, ^, b)
#define CPU_ALLOC_SIZE(count) (((size_t)(count) + __NCPUBITS - 1) / __NCPUBITS * sizeof(__cpu_mask))
#define CPU_ALLOC(count) __sched_cpualloc(count)
#define CPU_FREE(set) __sched_cpufree(set)
extern int __sched_cpucount(size_t, const cpu_set_t *);
extern cpu_set_t *__sched_cpualloc(size_t);
extern void __sched_cpufree(cpu_set_t *);
extern int sched_setaffinity(pid_t, size_t, const cpu_set_t *), sched_getaffinity(pid_t, size_t, cpu_set_t *);
#endif
#endif
