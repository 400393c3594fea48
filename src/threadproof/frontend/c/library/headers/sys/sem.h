#ifndef __TP_SYS_SEM_H
#define __TP_SYS_SEM_H
#include <sys/ipc.h>
#include <time.h>
#define SEM_UNDO 0x1000
#define SEM_STAT 18
#define SEM_INFO 19
#define SEM_STAT_ANY 20
#define GETPID 11
#define GETVAL 12
#define GETALL 13
#define GETNCNT 14
#define GETZCNT 15
#define SETVAL 16
#define SETALL 17
struct semid_ds {
    struct ipc_perm sem_perm;
    time_t sem_otime;
    unsigned long __high1;
    time_t sem_ctime;
    unsigned long __high2;
    unsigned long sem_nsems;
    unsigned long __reserved[2];
};
struct sembuf {
    unsigned short sem_num;
    short sem_op, sem_flg;
};
struct seminfo {
    int semmap, semmni, semmns, semmnu, semmsl, semopm, semume, semusz, semvmx, semaem;
};
extern int semget(key_t, int, int), semop(int, struct sembuf *, size_t), semctl(int, int, int, ...);
extern int semtimedop(int, struct sembuf *, size_t, const struct timespec *);
#endif
