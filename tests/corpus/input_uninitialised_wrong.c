// property: unreach-call
// verdict: FALSE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned char *p = malloc(2);
    unsigned char c;
    assert(p[1] != 7 || c != 9);
    return 0;
}
