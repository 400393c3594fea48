#ifndef __TP_SYS_MSG_H
#define __TP_SYS_MSG_H
#include <sys/ipc.h>
#include <time.h>
#define MSG_NOERROR 010000
#define MSG_EXCEPT 020000
#define MSG_COPY 040000
#define MSG_STAT 11
#define MSG_INFO 12
typedef unsigned long msgqnum_t, msglen_t;
#ifdef __LP64__
#define __TP_TIME(name) time_t name
#else
#define __TP_TIME(name) time_t name; unsigned long __##name##_high
#endif
struct msqid_ds {
    struct ipc_perm msg_perm;
    __TP_TIME(msg_stime);
    __TP_TIME(msg_rtime);
    __TP_TIME(msg_ctime);
    unsigned long __msg_cbytes;
    msgqnum_t msg_qnum;
    msglen_t msg_qbytes;
    pid_t msg_lspid, msg_lrpid;
    unsigned long __reserved[2];
};
#undef __TP_TIME
struct msgbuf {
    long mtype;
    char mtext[1];
};
struct msginfo {
    int msgpool, msgmap, msgmax, msgmnb, msgmni, msgssz, msgtql;
    unsigned short msgseg;
};
extern int msgget(key_t, int), msgsnd(int, const void *, size_t, int);
extern ssize_t msgrcv(int, void *, size_t, long, int);
extern int msgctl(int, int, struct msqid_ds *);
#endif
