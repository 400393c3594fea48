// property: valid-memsafety
// verdict: TRUE
// Functions of the library that use no more than the array member has.
#include <stdio.h>
#include <string.h>
struct record { char name[4]; char more[8]; };

int main(void) {
    struct record r;
    strcpy(r.name, "abc");
    memcpy(r.more, r.name, sizeof r.name);
    strcat(r.more, "defg");
    snprintf(r.name, sizeof r.name, "%d", 12345);
    snprintf(r.name, sizeof r, "%d", 12);
    strncpy(r.name, "abcdef", sizeof r.name);
    memset(r.name, 0, sizeof r.name);
    memset(&r, 0, sizeof r);
    return strcmp(r.more, "") != 0;
}
