#ifndef __TP_ARPA_INET_H
#define __TP_ARPA_INET_H
#include <netinet/in.h>
extern in_addr_t inet_addr(const char *);
extern int inet_aton(const char *, struct in_addr *);
extern char *inet_ntoa(struct in_addr);
extern const char *inet_ntop(int, const void *restrict, char *restrict, socklen_t);
extern int inet_pton(int, const char *restrict, void *restrict);
extern in_addr_t inet_network(const char *);
extern struct in_addr inet_makeaddr(in_addr_t, in_addr_t);
extern in_addr_t inet_lnaof(struct in_addr), inet_netof(struct in_addr);
#endif
