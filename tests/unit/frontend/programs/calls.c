// Variable arguments, old-style definitions, recursion, missing declarations, evaluation of arguments.
#include <assert.h>
#include <stdarg.h>
struct point { int x, y; };
static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int total = 0;
    for (int i = 0; i < n; i++) total += va_arg(list, int);
    va_end(list);
    return total;
}
static double mixed(const char *first, ...) {
    va_list a, b;
    va_start(a, first);
    va_copy(b, a);
    double d = va_arg(a, double);
    char *s = va_arg(a, char *);
    long long l = va_arg(a, long long);
    struct point p = va_arg(a, struct point);
    void *null = va_arg(a, void *);
    double again = va_arg(b, double);
    va_end(a);
    return d + s[1] + l + p.y + again + (null == 0);
}
static int listed(int n, va_list list) { int t = 0; while (n--) t += va_arg(list, int); return t; }
static int wrapped(int n, ...) { va_list list; va_start(list, n); int r = listed(n, list); va_end(list); return r; }
static int old(a, b) char a; short b; { return a + b; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int digits(int a, int b, int c) { return 100 * a + 10 * b + c; }
static int falls(int x) { if (x) return 3; }
static int order;
static int next(int *i) { return (*i)++; }
static int mark(int digit) { return order = order * 10 + digit; }
int main() {
    struct point p = { 1, 7 };
    assert(sum(3, 1, 2, 3) == 6 && sum(0) == 0 && sum(2, 'a', (short)1) == 98 && wrapped(2, 40, 2) == 42);
    assert(mixed("x", 1.5f, "ab", 10LL, p, (void *)0) == 1.5 + 'b' + 10 + 7 + 1.5 + 1);
    assert(old(300, 1) == 45 && fib(9) == 34 && even(10) && !even(7) && falls(1) == 3);
    assert(implicit(4) == 8 && nothing() == 0);
    int i = 1;
    assert(digits(next(&i), next(&i), next(&i)) == 123 && i == 4);
    mark(1) + mark(2) * mark(3);
    assert(order == 123);
    return 0;
}
int implicit(x) { return 2 * x; }
int nothing() { return 0; }
