// property: unreach-call
// verdict: TRUE
#include <assert.h>

#define max(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define likely(x) __builtin_expect(!!(x), 1)

struct s { char c; int i; };
static inline __attribute__((always_inline, unused)) int twice(int x) { return 2 * x; }
static int noisy(int x) __attribute__((noinline));
static int noisy(int x) { return x; }

int main(void) {
    int i = 3;
    assert(max(i++, 2) == 3 && i == 4);
    if (likely(i == 4)) i = 5; else __builtin_unreachable();
    assert((i ?: 7) == 5 && (0 ?: 7) == 7);
    assert(__builtin_offsetof(struct s, i) == 4);
    typeof(i) j = twice(noisy(4));
    assert(j == 8);
    __auto_type k = 5L;
    assert(sizeof k == 8);
    __asm__ volatile("" ::: "memory");
    assert(__builtin_constant_p(3) && __builtin_popcount(0xf0) == 4 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3);
    assert(__builtin_types_compatible_p(int, typeof(i)));
    int sum = ({ int t = 0; for (int n = 1; n <= 4; n++) t += n; t; });
    assert(sum == 10);
    __extension__ long long l = 1;
    assert(__alignof__(l) == 8);
    struct { int : 3; int x; } anonymous = { 4 };
    assert(anonymous.x == 4);
    struct empty {} nothing;
    (void)nothing;
    assert(_Generic(i, int: 1, default: 2) == 1 && _Generic(l, int: 1, long long: 3) == 3);
    _Static_assert(sizeof(int) == 4, "int");
    return 0;
}
