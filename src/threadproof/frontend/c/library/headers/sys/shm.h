#ifndef __TP_SYS_SHM_H
#define __TP_SYS_SHM_H
#include <sys/ipc.h>
#include <time.h>
#define SHM_R 0400
#define SHM_W 0200
#define SHM_RDONLY 010000
#define SHM_RND 020000
#define SHM_REMAP 040000
#define SHM_EXEC 0100000
#define SHM_LOCK 11
#define SHM_UNLOCK 12
#define SHM_STAT 13
#define SHM_INFO 14
#define SHM_STAT_ANY 15
#define SHM_DEST 01000
#define SHM_LOCKED 02000
#define SHM_HUGETLB 04000
#define SHM_NORESERVE 010000
#define SHMLBA 4096
typedef unsigned long shmatt_t;
#ifdef __LP64__
#define __TP_TIME(name) time_t name
#else
#define __TP_TIME(name) time_t name; unsigned long __##name##_high
#endif
struct shmid_ds {
    struct ipc_perm shm_perm;
    size_t shm_segsz;
    __TP_TIME(shm_atime);
    __TP_TIME(shm_dtime);
    __TP_TIME(shm_ctime);
    pid_t shm_cpid, shm_lpid;
    shmatt_t shm_nattch;
    unsigned long __reserved[2];
};
#undef __TP_TIME
#ifdef _GNU_SOURCE
struct shminfo {
    unsigned long shmmax, shmmin, shmmni, shmseg, shmall, __reserved[4];
};
struct shm_info {
    int used_ids;
    unsigned long shm_tot, shm_rss, shm_swp, swap_attempts, swap_successes;
};
#endif
extern int shmget(key_t, size_t, int);
extern void *shmat(int, const void *, int);
extern int shmdt(const void *), shmctl(int, int, struct shmid_ds *);
#endif
