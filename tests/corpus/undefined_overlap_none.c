// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// Blocks side by side, empty ones, memmove, an assignment to itself: nothing is undefined.
#include <assert.h>
#include <string.h>
static struct pair { int x[2], y; } one = {{1, 2}, 3};
static void assign(struct pair *to, struct pair *from) { *to = *from; }
static void move(void *to, void *from, unsigned size) { memcpy(to, from, size); }
int main(void) {
    int a[4] = {1, 2, 3, 4};
    memcpy(a, a + 2, 2 * sizeof *a);
    assert(a[0] == 3 && a[1] == 4);
    move(a + 2, a + 1, sizeof *a);
    assert(a[2] == 4);
    move(a, a, 0);
    memmove(a + 1, a, 3 * sizeof *a);
    assert(a[1] == 3 && a[2] == 4 && a[3] == 4);
    assign(&one, &one);
    assert(one.x[1] == 2 && one.y == 3);
    return 0;
}
