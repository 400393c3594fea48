/* Byte orders and the texts of addresses. */
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>

int main(void) {
    struct in_addr address;
    assert(htonl(0x01020304) == 0x04030201 && ntohs(htons(80)) == 80 && htons(0x1234) == 0x3412);
    assert(inet_aton("127.0.0.1", &address) && address.s_addr == htonl(INADDR_LOOPBACK));
    assert(inet_aton("1.2.3", &address) && ntohl(address.s_addr) == 0x01020003);
    assert(inet_aton("0x7f.1", &address) && ntohl(address.s_addr) == 0x7f000001);
    assert(inet_aton("4294967295", &address) && address.s_addr == INADDR_NONE);
    assert(!inet_aton("256.1.1.1", &address) && !inet_aton("1.2.3.4.5", &address) && !inet_aton("1.2.3.x", &address));
    assert(!inet_aton("", &address) && !inet_aton("1.2.3.08", &address) && !inet_aton("4294967296", &address));
    assert(inet_addr("10.0.0.7 and more") == htonl(0x0a000007) && inet_addr("ten") == INADDR_NONE);
    address.s_addr = htonl(0xc0a80001);
    assert(strcmp(inet_ntoa(address), "192.168.0.1") == 0);
    return 0;
}
