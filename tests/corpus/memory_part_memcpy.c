// property: valid-memsafety
// verdict: FALSE
// memcpy and memset of more bytes than the member has.
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct record { char name[4]; char more[8]; };

int main(void) {
    struct record r;
    size_t size = __VERIFIER_nondet_bool() ? 4 : 5;
    memset(r.name, 0, size);
    return 0;
}
