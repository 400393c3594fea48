#ifndef __TP_SYS_SOCKET_H
#define __TP_SYS_SOCKET_H
#include <sys/types.h>
#include <sys/uio.h>
typedef unsigned socklen_t;
typedef unsigned short sa_family_t;
struct sockaddr {
    sa_family_t sa_family;
    char sa_data[14];
};
struct sockaddr_storage {
    sa_family_t ss_family;
    char __data[128 - sizeof(sa_family_t) - sizeof(long)];
    unsigned long __align;
};
struct msghdr {
    void *msg_name;
    socklen_t msg_namelen;
    struct iovec *msg_iov;
    size_t msg_iovlen;
    void *msg_control;
    size_t msg_controllen;
    int msg_flags;
};
struct mmsghdr {
    struct msghdr msg_hdr;
    unsigned msg_len;
};
struct cmsghdr {
    size_t cmsg_len;
    int cmsg_level, cmsg_type;
    unsigned char __cmsg_data[];
};
struct linger {
    int l_onoff, l_linger;
};
struct ucred {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};
#define CMSG_DATA(header) ((header)->__cmsg_data)
#define CMSG_ALIGN(length) (((length) + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1))
#define CMSG_SPACE(length) (CMSG_ALIGN(length) + CMSG_ALIGN(sizeof(struct cmsghdr)))
#define CMSG_LEN(length) (CMSG_ALIGN(sizeof(struct cmsghdr)) + (length))
#define CMSG_FIRSTHDR(message)                                                                                                   \
    ((message)->msg_controllen >= sizeof(struct cmsghdr) ? (struct cmsghdr *)(message)->msg_control : (struct cmsghdr *)0)
#define CMSG_NXTHDR(message, header) __cmsg_nxthdr(message, header)
extern struct cmsghdr *__cmsg_nxthdr(struct msghdr *, struct cmsghdr *);
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_SEQPACKET 5
#define SOCK_CLOEXEC 524288
#define SOCK_NONBLOCK 2048
#define PF_UNSPEC 0
#define PF_LOCAL 1
#define PF_UNIX 1
#define PF_INET 2
#define PF_INET6 10
#define PF_NETLINK 16
#define PF_PACKET 17
#define PF_MAX 46
#define AF_UNSPEC 0
#define AF_LOCAL 1
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
#define AF_NETLINK 16
#define AF_PACKET 17
#define AF_MAX 46
#define SO_DEBUG 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_DONTROUTE 5
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_OOBINLINE 10
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_PASSCRED 16
#define SO_PEERCRED 17
#define SO_RCVLOWAT 18
#define SO_SNDLOWAT 19
#define SO_BINDTODEVICE 25
#define SO_ACCEPTCONN 30
#define SO_PROTOCOL 38
#define SO_DOMAIN 39
#define SO_TIMESTAMP 29
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SOL_SOCKET 1
#define SOMAXCONN 4096
#define MSG_OOB 1
#define MSG_PEEK 2
#define MSG_DONTROUTE 4
#define MSG_TRYHARD 4
#define MSG_CTRUNC 8
#define MSG_PROXY 16
#define MSG_TRUNC 32
#define MSG_DONTWAIT 64
#define MSG_EOR 128
#define MSG_WAITALL 256
#define MSG_FIN 512
#define MSG_SYN 1024
#define MSG_CONFIRM 2048
#define MSG_RST 4096
#define MSG_ERRQUEUE 8192
#define MSG_NOSIGNAL 16384
#define MSG_MORE 32768
#define MSG_WAITFORONE 65536
#define MSG_BATCH 262144
#define MSG_ZEROCOPY 67108864
#define MSG_FASTOPEN 536870912
#define MSG_CMSG_CLOEXEC 1073741824
#define SCM_RIGHTS 1
#define SCM_CREDENTIALS 2
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
extern int bind(int, const struct sockaddr *, socklen_t), connect(int, const struct sockaddr *, socklen_t);
extern int accept(int, struct sockaddr *restrict, socklen_t *restrict);
extern int getsockname(int, struct sockaddr *restrict, socklen_t *restrict), getpeername(int, struct sockaddr *restrict, socklen_t *restrict);
extern ssize_t sendto(int, const void *, size_t, int, const struct sockaddr *, socklen_t);
extern ssize_t recvfrom(int, void *restrict, size_t, int, struct sockaddr *restrict, socklen_t *restrict);
extern int socket(int, int, int), socketpair(int, int, int, int[2]);
extern ssize_t send(int, const void *, size_t, int), recv(int, void *, size_t, int);
extern ssize_t sendmsg(int, const struct msghdr *, int), recvmsg(int, struct msghdr *, int);
extern int getsockopt(int, int, int, void *restrict, socklen_t *restrict);
extern int setsockopt(int, int, int, const void *, socklen_t), listen(int, int), shutdown(int, int), sockatmark(int);
#ifdef _GNU_SOURCE
extern int accept4(int, struct sockaddr *restrict, socklen_t *restrict, int);
struct timespec;
extern int sendmmsg(int, struct mmsghdr *, unsigned, int);
extern int recvmmsg(int, struct mmsghdr *, unsigned, int, struct timespec *);
#endif
#endif
