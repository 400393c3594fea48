#ifndef __TP_SYS_UN_H
#define __TP_SYS_UN_H
#include <sys/socket.h>
#include <string.h>
struct sockaddr_un {
    sa_family_t sun_family;
    char sun_path[108];
};
#define SUN_LEN(address) (__builtin_offsetof(struct sockaddr_un, sun_path) + strlen((address)->sun_path))
#endif
