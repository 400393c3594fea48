// property: valid-memsafety
// verdict: FALSE
// snprintf with a limit that is too large, and a text that needs it.
#include <stdio.h>
struct record { char name[4]; char more[8]; };

int main(void) {
    struct record r;
    snprintf(r.name, sizeof r, "%d", 12345);
    return 0;
}
