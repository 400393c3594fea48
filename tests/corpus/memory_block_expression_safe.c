// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// Variables of statement expressions and variable-length arrays, used as long as they live, and again and again.
#include <assert.h>

struct pair {
    int first, second;
};

static int increment(int *p) {
    return ++*p;
}

int main(void) {
    int sum = 0, n = 0, *p;
    while (({
        int x = n;
        p = &x;
        increment(p) < 3;
    }))
        n++;
    assert(n == 2);
    for (int i = 1; i < 3; i++) {
        int a[i];
        p = a;
        *p = i;
        if (i == 2)
            continue;
        sum += increment(&a[i - 1]);
    }
    assert(sum == 2);
    struct pair s = ({
        struct pair t = {1, 2};
        struct pair *q = &t;
        q->second++;
        t;
    });
    assert(s.first == 1 && s.second == 3);
    for (int i = 0; i < 2; i++)
        sum += ({
            int y = i;
            p = &y;
            if (i)
                break;
            *p + 5;
        });
    assert(sum == 7);
}
