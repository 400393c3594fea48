// property: unreach-call
// verdict: TRUE
#include <assert.h>
#include <stdarg.h>

static int sum(int n, ...) {
    va_list list;
    int total = 0;
    va_start(list, n);
    while (n--) total += va_arg(list, int);
    va_end(list);
    return total;
}

static double mixed(const char *kinds, ...) {
    va_list list;
    double total = 0;
    va_start(list, kinds);
    for (; *kinds; kinds++)
        total += *kinds == 'i' ? va_arg(list, int) : *kinds == 'l' ? va_arg(list, long long) : va_arg(list, double);
    va_end(list);
    return total;
}

int main(void) {
    assert(sum(0) == 0 && sum(3, 1, 2, 3) == 6 && sum(1, (char)-4) == -4);
    assert(mixed("idl", 1, 2.5f, 10LL) == 13.5);
    return 0;
}
