/* Addresses and byte orders. The processor is little-endian, as x86 is. */
#include "intrinsics.h"
#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>

//: modelled: exact
uint32_t htonl(uint32_t number) {
    return __builtin_bswap32(number);
}

uint32_t ntohl(uint32_t number) {
    return __builtin_bswap32(number);
}

uint16_t htons(uint16_t number) {
    return __builtin_bswap16(number);
}

uint16_t ntohs(uint16_t number) {
    return __builtin_bswap16(number);
}

/* A number as in C (decimal, octal, hexadecimal), up to `most`; gives what comes behind, or NULL. */
static const char *__tp_address_part(const char *text, uint64_t most, uint32_t *number) {
    if (!isdigit((unsigned char)*text))
        return 0;
    unsigned base = 10;
    if (*text == '0') {
        base = text[1] == 'x' || text[1] == 'X' ? 16 : 8;
        text += base == 16 ? 2 : 1;
        if (base == 16 && !isxdigit((unsigned char)*text))
            return 0;
    }
    uint64_t value = 0;
    for (; base == 16 ? isxdigit((unsigned char)*text) : isdigit((unsigned char)*text); text++) {
        unsigned digit = isdigit((unsigned char)*text) ? (unsigned)*text - '0' : (unsigned)(*text | 32) - 'a' + 10;
        if (digit >= base)
            return 0;
        value = value * base + digit;
        if (value > most)
            return 0;
    }
    *number = (uint32_t)value;
    return text;
}

//: modelled: exact
int inet_aton(const char *text, struct in_addr *address) {
    uint32_t result = 0, part = 0;
    for (int count = 1; count <= 4; count++) {
        uint64_t rest = 0xffffffff >> 8 * (count - 1);
        text = __tp_address_part(text, rest, &part);
        if (!text)
            return 0;
        if (*text == '.' && count < 4 && part <= 255) {
            result |= part << 8 * (4 - count);
            text++;
            continue;
        }
        if (*text && !isspace((unsigned char)*text))
            return 0;
        address->s_addr = htonl(result | part);
        return 1;
    }
    return 0;
}

in_addr_t inet_addr(const char *text) {
    struct in_addr address;
    return inet_aton(text, &address) ? address.s_addr : INADDR_NONE;
}

char *inet_ntoa(struct in_addr address) {
    static char text[INET_ADDRSTRLEN + 2];
    uint32_t number = ntohl(address.s_addr);
    snprintf(text, sizeof text, "%u.%u.%u.%u", number >> 24, number >> 16 & 255, number >> 8 & 255, number & 255);
    return text;
}

struct cmsghdr *__cmsg_nxthdr(struct msghdr *message, struct cmsghdr *header) {
    size_t before = (size_t)((char *)header - (char *)message->msg_control), length = CMSG_ALIGN(header->cmsg_len);
    if (header->cmsg_len < sizeof(struct cmsghdr) || before + length + sizeof(struct cmsghdr) > message->msg_controllen)
        return 0;
    return (struct cmsghdr *)((char *)header + length);
}
