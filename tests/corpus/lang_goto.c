// property: unreach-call
// verdict: TRUE
#include <assert.h>

static int search(int key) {
    int i = 0, j = 0;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (i * 3 + j == key) goto found;
    return -1;
found:
    return i * 10 + j;
}

int main(void) {
    int n = 0;
again:
    n++;
    if (n < 4) goto again;
    assert(n == 4 && search(5) == 12 && search(9) == -1);
    goto inside;
    for (n = 0; n < 3; n++) {
inside:
        n += 2;                      // entered with n == 4
    }
    assert(n == 7);
    {
        if (n) goto out;
        assert(0);
    }
out:;
    return 0;
}
