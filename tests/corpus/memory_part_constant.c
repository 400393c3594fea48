// property: valid-memsafety
// verdict: FALSE
// The same with a constant length, of what is read.
#include <string.h>
struct record { int values[2]; int more[2]; };

int main(void) {
    static struct record r;
    int copy[3];
    memcpy(copy, r.values, sizeof copy);
    return copy[0];
}
