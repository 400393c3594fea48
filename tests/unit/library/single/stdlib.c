#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

static int descending(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}

int main(void) {
    assert(abs(-3) == 3 && labs(-3L) == 3 && llabs(4) == 4);
    div_t d = div(-7, 2);
    assert(d.quot == -3 && d.rem == -1 && ldiv(7, 2).rem == 1);
    char *end;
    assert(atoi(" -42x") == -42 && atol("7") == 7);
    assert(strtol("0x1fz", &end, 0) == 31 && *end == 'z');
    assert(strtol("zz", &end, 36) == 35 * 37 && *end == 0 && strtol("077", 0, 0) == 63);
    errno = 0;
    assert(strtoll("99999999999999999999", 0, 10) == LLONG_MAX && errno == ERANGE);
    assert(strtoull("-1", 0, 10) == ULLONG_MAX);
    int numbers[5] = {3, 1, 4, 1, 5}, key = 4;
    qsort(numbers, 5, sizeof(int), descending);
    assert(numbers[0] == 5 && numbers[1] == 4 && numbers[2] == 3 && numbers[3] == 1 && numbers[4] == 1);
    assert(bsearch(&key, numbers, 5, sizeof(int), descending) == numbers + 1);
    key = 2;
    assert(!bsearch(&key, numbers, 5, sizeof(int), descending));
    exit(0);
    assert(0);
}
