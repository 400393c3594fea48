// GNU extensions and builtins.
#include <assert.h>
#include <stddef.h>
#define max(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define barrier() __asm__ __volatile__("" : : : "memory")
#define forever for (;;)
struct point { int x, y; };
static int calls;
static int tick(void) { return ++calls; }
static int variable(int n) {
    int a[n], b[n][3];
    for (int i = 0; i < n; i++) a[i] = i, b[i][2] = i;
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i] + b[i][2];
    return s + (int)(sizeof a / sizeof a[0]);
}
static int early(int x) { return max(x, ({ if (x > 5) return -1; 3; })); }
int main(void) {
    int x = 3;
    assert(max(x++, 2) == 3 && x == 4 && max(1, max(2, 3)) == 3 && early(6) == -1 && early(1) == 3);
    int q = 0 ?: 5;
    assert(q == 5 && (tick() ?: 9) == 1 && calls == 1);
    char *none = 0, *text = none ?: "k";
    assert(*text == 'k');
    barrier();
    asm volatile("" : "+r"(x) : "r"(q));
    forever { if (x++ > 5) break; }
    assert(x == 7 && variable(5) == 25);
    struct point p = ({ struct point t = { 1, x }; t; });
    assert(p.y == 7);
    __auto_type copy = p;
    typeof(copy.x) y = 2;
    assert(copy.y == 7 && y == 2);
    int overflow;
    assert(__builtin_add_overflow(2147483647, 1, &overflow) && overflow == -2147483647 - 1);
    assert(!__builtin_mul_overflow(3, 4, &overflow) && overflow == 12 && __builtin_sub_overflow(1u, 2u, &(unsigned){ 0 }));
    unsigned char small;
    assert(__builtin_add_overflow(200, 100, &small) && small == 44);
    assert(__builtin_popcount(255) == 8 && __builtin_bswap32(0x11223344) == 0x44332211 && __builtin_clz(1) == 31);
    assert(__builtin_ctz(8) == 3 && __builtin_expect(x == 7, 1) && __builtin_abs(-3) == 3);
    assert(__builtin_choose_expr(1, 5, "x") == 5 && __builtin_types_compatible_p(int, int) && __builtin_constant_p(3));
    assert(__builtin_offsetof(struct point, y) == 4 && _Alignof(int) == 4 && __alignof__(char) == 1);
    assert(_Generic(1L, int: 1, long: 2, default: 3) == 2 && _Generic(1.0f, double: 1, default: 4) == 4);
    assert(_Generic(x, int: "i", long: "l")[0] == 'i');
    const char *name = __func__;
    assert(name[0] == 'm' && sizeof(__func__) == 5);
    assert(__extension__ 3 == 3 && sizeof(struct {}) == 0 && (int)sizeof(void) == 1);
    switch (x) { case 1 ... 6: assert(0); case 7 ... 9: q = 1; }
    assert(q == 1);

    goto out;
    assert(0);
out:;
    _Static_assert(sizeof(int) == 4, "size");
    if (x < 0) __builtin_unreachable();
    char *stack = __builtin_alloca(x);
    stack[6] = 'c';
    assert(stack[6] == 'c');
    return 0;
}
