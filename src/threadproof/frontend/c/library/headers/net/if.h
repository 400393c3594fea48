#ifndef __TP_NET_IF_H
#define __TP_NET_IF_H
#include <sys/socket.h>
#define IF_NAMESIZE 16
#define IFNAMSIZ 16
#define IFF_UP 1
#define IFF_BROADCAST 2
#define IFF_DEBUG 4
#define IFF_LOOPBACK 8
#define IFF_POINTOPOINT 16
#define IFF_RUNNING 64
#define IFF_NOARP 128
#define IFF_PROMISC 256
#define IFF_ALLMULTI 512
#define IFF_MULTICAST 4096
struct if_nameindex {
    unsigned if_index;
    char *if_name;
};
struct ifmap {
    unsigned long mem_start, mem_end;
    unsigned short base_addr;
    unsigned char irq, dma, port;
};
struct ifreq {
    union {
        char ifrn_name[IFNAMSIZ];
    } ifr_ifrn;
    union {
        struct sockaddr ifru_addr, ifru_dstaddr, ifru_broadaddr, ifru_netmask, ifru_hwaddr;
        short ifru_flags;
        int ifru_ivalue, ifru_mtu;
        struct ifmap ifru_map;
        char ifru_slave[IFNAMSIZ], ifru_newname[IFNAMSIZ];
        char *ifru_data;
    } ifr_ifru;
};
#define ifr_name ifr_ifrn.ifrn_name
#define ifr_hwaddr ifr_ifru.ifru_hwaddr
#define ifr_addr ifr_ifru.ifru_addr
#define ifr_dstaddr ifr_ifru.ifru_dstaddr
#define ifr_broadaddr ifr_ifru.ifru_broadaddr
#define ifr_netmask ifr_ifru.ifru_netmask
#define ifr_flags ifr_ifru.ifru_flags
#define ifr_mtu ifr_ifru.ifru_mtu
#define ifr_ifindex ifr_ifru.ifru_ivalue
#define ifr_data ifr_ifru.ifru_data
struct ifconf {
    int ifc_len;
    union {
        char *ifcu_buf;
        struct ifreq *ifcu_req;
    } ifc_ifcu;
};
#define ifc_buf ifc_ifcu.ifcu_buf
#define ifc_req ifc_ifcu.ifcu_req
extern unsigned if_nametoindex(const char *);
extern char *if_indextoname(unsigned, char[16]);
extern struct if_nameindex *if_nameindex(void);
extern void if_freenameindex(struct if_nameindex *);
#endif
