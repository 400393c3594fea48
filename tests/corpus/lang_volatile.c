// property: unreach-call
// verdict: TRUE
#include <assert.h>

typedef const volatile unsigned char byte;
byte fixed = 3;
extern int declared_later;
static const int table[] = { 1, 2, 3 };
_Noreturn void stop(void);

inline int half(int x) { return x / 2; }
extern int half(int x);

int main(void) {
    volatile int v = 4;
    v += fixed;
    int *restrict p = (int *)&v;
    assert(*p == 7 && half(7) == 3 && table[2] == 3);
    assert(declared_later == 6);
    return 0;
}
int declared_later = 6;
