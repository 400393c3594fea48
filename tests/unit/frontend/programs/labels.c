/* Local labels: one name, a label of its own in each block. The last expression of a statement expression may have a label. */
#include <assert.h>

#define STEP(skip)                                                                                                               \
    do {                                                                                                                         \
        __label__ done;                                                                                                          \
        if (skip)                                                                                                                \
            goto done;                                                                                                           \
        n += 10;                                                                                                                 \
    done:                                                                                                                        \
        n++;                                                                                                                     \
    } while (0)
#define FIND(x)                                                                                                                  \
    ({                                                                                                                           \
        __label__ out;                                                                                                           \
        int r = 1;                                                                                                               \
        if (x)                                                                                                                   \
            goto out;                                                                                                            \
        r = 2;                                                                                                                   \
    out:                                                                                                                         \
        r;                                                                                                                       \
    })

int main(void) {
    int n = 0;
    STEP(1);
    STEP(0);
    STEP(1);
    assert(n == 13);
    int a = FIND(1), b = FIND(0);
    assert(a == 1 && b == 2);
    int value = ({
        int k = 3;
        goto last;
        k = 4;
    last:
    again:
        k + 1;
    });
    assert(value == 4);
    return 0;
}
