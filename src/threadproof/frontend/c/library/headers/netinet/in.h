#ifndef __TP_NETINET_IN_H
#define __TP_NETINET_IN_H
#include <endian.h>
#include <stdint.h>
#include <sys/socket.h>
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
struct in_addr {
    in_addr_t s_addr;
};
struct in6_addr {
    union {
        uint8_t __bytes[16];
        uint16_t __halves[8];
        uint32_t __words[4];
    } __in6;
};
#define s6_addr __in6.__bytes
#define s6_addr16 __in6.__halves
#define s6_addr32 __in6.__words
struct sockaddr_in {
    sa_family_t sin_family;
    in_port_t sin_port;
    struct in_addr sin_addr;
    unsigned char sin_zero[8];
};
struct sockaddr_in6 {
    sa_family_t sin6_family;
    in_port_t sin6_port;
    uint32_t sin6_flowinfo;
    struct in6_addr sin6_addr;
    uint32_t sin6_scope_id;
};
struct ip_mreq {
    struct in_addr imr_multiaddr, imr_interface;
};
struct ip_mreqn {
    struct in_addr imr_multiaddr, imr_address;
    int imr_ifindex;
};
struct ipv6_mreq {
    struct in6_addr ipv6mr_multiaddr;
    unsigned ipv6mr_interface;
};
struct in_pktinfo {
    int ipi_ifindex;
    struct in_addr ipi_spec_dst, ipi_addr;
};
extern const struct in6_addr in6addr_any, in6addr_loopback;
#define IN6ADDR_ANY_INIT {{{0}}}
#define IN6ADDR_LOOPBACK_INIT {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}}
#define INADDR_ANY ((in_addr_t)0)
#define INADDR_BROADCAST ((in_addr_t)0xffffffff)
#define INADDR_NONE ((in_addr_t)0xffffffff)
#define INADDR_LOOPBACK ((in_addr_t)0x7f000001)
#define INET_ADDRSTRLEN 16
#define INET6_ADDRSTRLEN 46
#define IPPROTO_IP 0
#define IPPROTO_ICMP 1
#define IPPROTO_IGMP 2
#define IPPROTO_IPIP 4
#define IPPROTO_TCP 6
#define IPPROTO_UDP 17
#define IPPROTO_IPV6 41
#define IPPROTO_SCTP 132
#define IPPROTO_RAW 255
#define IPPROTO_ICMPV6 58
#define IPPORT_RESERVED 1024
#define IPPORT_USERRESERVED 5000
#define IP_OPTIONS 4
#define IP_HDRINCL 3
#define IP_TOS 1
#define IP_TTL 2
#define IP_MULTICAST_IF 32
#define IP_MULTICAST_TTL 33
#define IP_MULTICAST_LOOP 34
#define IP_ADD_MEMBERSHIP 35
#define IP_DROP_MEMBERSHIP 36
#define IP_PKTINFO 8
#define IP_RECVERR 11
#define IP_RECVTTL 12
#define IP_FREEBIND 15
#define IP_TRANSPARENT 19
#define IPV6_UNICAST_HOPS 16
#define IPV6_MULTICAST_IF 17
#define IPV6_MULTICAST_HOPS 18
#define IPV6_MULTICAST_LOOP 19
#define IPV6_JOIN_GROUP 20
#define IPV6_LEAVE_GROUP 21
#define IPV6_V6ONLY 26
#define IPV6_RECVPKTINFO 49
#define IPV6_PKTINFO 50
#define SOL_IP 0
#define SOL_IPV6 41
#define IN_MULTICAST(address) (((in_addr_t)(address)&0xf0000000) == 0xe0000000)
#define IN6_IS_ADDR_UNSPECIFIED(a) (!(a)->s6_addr32[0] && !(a)->s6_addr32[1] && !(a)->s6_addr32[2] && !(a)->s6_addr32[3])
#define IN6_IS_ADDR_V4MAPPED(a) (!(a)->s6_addr32[0] && !(a)->s6_addr32[1] && (a)->s6_addr32[2] == 0xffff0000)
#define IN6_IS_ADDR_MULTICAST(a) ((a)->s6_addr[0] == 0xff)
extern uint32_t ntohl(uint32_t), htonl(uint32_t);
extern uint16_t ntohs(uint16_t), htons(uint16_t);
#endif
