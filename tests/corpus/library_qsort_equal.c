// property: unreach-call
// verdict: FALSE
// Elements that compare equal need not keep their order.
#include <assert.h>
#include <stdlib.h>
struct pair {
    char key, value;
};

static int order(const void *first, const void *second) {
    return ((const struct pair *)first)->key - ((const struct pair *)second)->key;
}

int main(void) {
    struct pair pairs[] = {{1, 1}, {1, 2}};
    qsort(pairs, 2, sizeof pairs[0], order);
    assert(pairs[0].value == 1);
    return 0;
}
