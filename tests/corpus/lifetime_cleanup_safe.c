// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// What is called when a variable goes keeps its address, and uses it as long as the variable is there.
#include <assert.h>
static int *kept, sum;
static void keep(int *p) {
    kept = p;
    sum += *kept;
}
int main(void) {
    for (int i = 0; i < 3; i++) {
        int x __attribute__((cleanup(keep))) = i;
        x++;
    }
    assert(sum == 6);
    return 0;
}
