/* _Generic by the names of types: qualifiers, macros, addresses, enums. Checked with gcc. */
#include <assert.h>
#include <stdbool.h>

#define NUMBER int
typedef unsigned word;
typedef struct {
    int x;
} unnamed;
struct tag {
    int y;
};
enum colour { RED, GREEN };

static int f(int x) {
    return x;
}

#define kind(x)                                                                                                                   \
    _Generic((x), signed char: 1, unsigned char: 2, char: 3, short: 4, unsigned short: 5, int: 6, unsigned int: 7, long: 8,        \
        unsigned long: 9, long long: 10, unsigned long long: 11, float: 12, double: 13, char *: 14, const char *: 15, _Bool: 16,   \
        default: 17)

int main(void) {
    int a[3] = {0}, *const fixed = a;
    const int *readonly = a;
    bool flag = 1;
    const int constant = 3;
    word number = 0;
    char letter = 0, *text = &letter;
    const char *string = "x", *const name = string;
    void *nothing = 0;
    volatile long slow = 1;
    unnamed u = {1};
    struct tag t = {2};
    enum colour colour = GREEN;
    assert(_Generic(flag, bool: 1, default: 2) == 1 && kind(flag) == 16);
    assert(_Generic(constant, float: 1, NUMBER: 3, default: 2) == 3);
    assert(_Generic(&f, int (*)(int): 1, default: 2) == 1);
    assert(_Generic(&a, int(*)[3]: 1, default: 2) == 1);
    assert(_Generic(a, int *: 1, default: 2) == 1);
    assert(_Generic(text, const char *: 1, default: 2) == 2);
    assert(_Generic(fixed, int *: 1, default: 2) == 1);
    assert(_Generic(readonly, int *: 1, const int *: 3, default: 2) == 3);
    assert(_Generic(u, unnamed: 1, default: 2) == 1 && _Generic(t, struct tag: 1, default: 2) == 1);
    assert(_Generic(&t, struct tag *: 1, default: 2) == 1 && _Generic(number, word: 1, default: 2) == 1);
    assert(_Generic(1, long: 1, signed: 5, default: 2) == 5);
    assert(_Generic(1LL, long int: 1, long long int: 5, default: 2) == 5);
    assert(kind(number) == 7 && kind(letter) == 3 && kind(letter + letter) == 6 && kind('a') == 6 && kind((short)1) == 4);
    assert(kind(1L) == 8 && kind(1ULL) == 11 && kind(1.0f) == 12 && kind(slow) == 8 && kind(nothing) == 17);
    assert(kind(string) == 15 && kind(text) == 14 && kind(name) == 15 && kind(colour) == 7 && kind(RED) == 6);
    return 0;
}
