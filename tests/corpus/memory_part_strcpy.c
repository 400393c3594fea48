// property: valid-memsafety
// verdict: FALSE
// strcpy into the next member.
#include <string.h>
struct record { char name[4]; char more[8]; };

int main(void) {
    struct record r;
    strcpy(r.name, "abcd");
    return 0;
}
