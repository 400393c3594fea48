// property: unreach-call
// verdict: TRUE
// Sorted, and a permutation; what is found compares equal.
#include <assert.h>
#include <stdlib.h>

static int order(const void *first, const void *second) {
    return *(const char *)first - *(const char *)second;
}

int main(void) {
    char numbers[] = {3, 1, 3, 2}, key = 3;
    qsort(numbers, 4, 1, order);
    assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3 && numbers[3] == 3);
    char *found = bsearch(&key, numbers, 4, 1, order);
    assert(found == numbers + 2 || found == numbers + 3);
    return 0;
}
