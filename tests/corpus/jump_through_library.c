// property: unreach-call
// verdict: TRUE
// Out of a comparison that qsort calls through a pointer, to the inner one of two active calls.
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf *top;
static int compared;

static int compare(const void *one, const void *other) {
    compared++;
    longjmp(*top, compared);
    return 0;
}

static int sort(int depth) {
    jmp_buf place, *const outer = top;
    int numbers[2] = {2, 1}, inner = 0;
    const int found = setjmp(place);
    top = outer;
    if (found)
        return 10 * found;
    if (depth)
        inner = sort(depth - 1);
    assert(inner == (depth ? 10 : 0));
    top = &place;
    qsort(numbers, 2, sizeof(int), compare);
    return -1;
}

int main(void) {
    assert(sort(1) == 20 && compared == 2 && !top);
    return 0;
}
