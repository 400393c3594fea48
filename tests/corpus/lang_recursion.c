// property: unreach-call
// verdict: TRUE
#include <assert.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int odd(int n);
static int even(int n) { return n ? odd(n - 1) : 1; }
static int odd(int n) { return n ? even(n - 1) : 0; }
static void down(int n, int *where) { // every activation has its own local
    int mine = n;
    int *p = &mine;
    if (n) down(n - 1, where);
    *where += *p;
    assert(*p == n);
}

int main(void) {
    int sum = 0;
    assert(fib(10) == 55 && even(9) == 0 && odd(9));
    down(5, &sum);
    assert(sum == 15);
    return 0;
}
