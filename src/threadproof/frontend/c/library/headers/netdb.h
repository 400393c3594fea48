#ifndef __TP_NETDB_H
#define __TP_NETDB_H
#include <netinet/in.h>
#include <sys/socket.h>
struct hostent {
    char *h_name, **h_aliases;
    int h_addrtype, h_length;
    char **h_addr_list;
};
#define h_addr h_addr_list[0]
struct servent {
    char *s_name, **s_aliases;
    int s_port;
    char *s_proto;
};
struct protoent {
    char *p_name, **p_aliases;
    int p_proto;
};
struct netent {
    char *n_name, **n_aliases;
    int n_addrtype;
    uint32_t n_net;
};
struct addrinfo {
    int ai_flags, ai_family, ai_socktype, ai_protocol;
    socklen_t ai_addrlen;
    struct sockaddr *ai_addr;
    char *ai_canonname;
    struct addrinfo *ai_next;
};
extern int *__h_errno_location(void);
#define h_errno (*__h_errno_location())
#define AI_PASSIVE 1
#define AI_CANONNAME 2
#define AI_NUMERICHOST 4
#define AI_V4MAPPED 8
#define AI_ALL 0x10
#define AI_ADDRCONFIG 0x20
#define AI_IDN 0x40
#define AI_CANONIDN 0x80
#define AI_IDN_ALLOW_UNASSIGNED 256
#define AI_IDN_USE_STD3_ASCII_RULES 512
#define AI_NUMERICSERV 0x400
#define EAI_BADFLAGS (-1)
#define EAI_NONAME (-2)
#define EAI_AGAIN (-3)
#define EAI_FAIL (-4)
#define EAI_FAMILY (-6)
#define EAI_SOCKTYPE (-7)
#define EAI_SERVICE (-8)
#define EAI_MEMORY (-10)
#define EAI_SYSTEM (-11)
#define EAI_OVERFLOW (-12)
#define EAI_NODATA (-5)
#define EAI_ADDRFAMILY (-9)
#define EAI_INPROGRESS (-100)
#define EAI_CANCELED (-101)
#define EAI_NOTCANCELED (-102)
#define EAI_ALLDONE (-103)
#define EAI_INTR (-104)
#define EAI_IDN_ENCODE (-105)
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
#define NI_NUMERICHOST 1
#define NI_NUMERICSERV 2
#define NI_NOFQDN 4
#define NI_NAMEREQD 8
#define NI_DGRAM 16
#define NI_IDN 32
#define HOST_NOT_FOUND 1
#define TRY_AGAIN 2
#define NO_RECOVERY 3
#define NO_DATA 4
#define NO_ADDRESS 4
extern int getaddrinfo(const char *restrict, const char *restrict, const struct addrinfo *restrict, struct addrinfo **restrict);
extern void freeaddrinfo(struct addrinfo *);
extern const char *gai_strerror(int);
extern int getnameinfo(const struct sockaddr *restrict, socklen_t, char *restrict, socklen_t, char *restrict, socklen_t, int);
extern struct hostent *gethostbyname(const char *), *gethostbyname2(const char *, int);
extern int gethostbyname_r(const char *restrict, struct hostent *restrict, char *restrict, size_t, struct hostent **restrict, int *restrict);
extern struct hostent *gethostbyaddr(const void *, socklen_t, int), *gethostent(void);
extern void sethostent(int), endhostent(void);
extern struct servent *getservbyname(const char *, const char *), *getservbyport(int, const char *), *getservent(void);
extern void setservent(int), endservent(void);
extern struct protoent *getprotobyname(const char *), *getprotobynumber(int);
extern struct netent *getnetbyname(const char *);
extern void herror(const char *);
extern const char *hstrerror(int);
#endif
