// property: unreach-call
// verdict: TRUE
// Changes of one variable in one expression, in an order that C says; and a function that is never called.
#include <assert.h>
#include <stdatomic.h>

atomic_int count;

static int never(int i) {
    int cells[4] = {0};
    return cells[i] = i++;
}

int main(int argc, char **argv) {
    int i = 1, cells[3] = {0};
    cells[i] = i + 1;
    i = (i++, i + 1);
    assert(i == 3 && cells[1] == 2);
    int j = i++ && i++;
    cells[0] = j ? i++ : --i;
    assert(cells[0] == 5 && i == 6);
    count = atomic_load(&count) + atomic_fetch_add(&count, 1);
    if (argc < 1)
        never(1);
    return 0;
}
