// memset, memcpy, memmove on typed objects.
#include <assert.h>
#include <string.h>
struct mixed { char c; int i; short s; double d; int a[100]; union { char x; long y; } u; } s, t;
int g[50], h[50];
int main(void) {
    memset(&s, 0x5a, sizeof s);
    assert(s.c == 0x5a && s.i == 0x5a5a5a5a && s.s == 0x5a5a && s.a[99] == 0x5a5a5a5a);
    unsigned char *b = (unsigned char *)&s;
    for (unsigned i = 0; i < sizeof s; i++) assert(b[i] == 0x5a);
    memset(&s, 0, sizeof s);
    assert(s.i == 0 && s.d == 0);
    s.a[7] = 3;
    s.u.y = 0x12345;
    assert(memcpy(&t, &s, sizeof(struct mixed)) == &t && t.a[7] == 3 && t.u.y == 0x12345 && memcmp(&s, &t, sizeof s) == 0);
    memset(g, -1, sizeof g);
    memcpy(h, g, 20 * sizeof(int));
    assert(g[49] == -1 && h[19] == -1 && h[20] == 0);
    int x = 5, y = 0, o[5] = { 1, 2, 3, 4, 5 };
    memmove(&y, &x, sizeof x);
    memmove(o + 1, o, 4 * sizeof(int));
    assert(y == 5 && o[0] == 1 && o[1] == 1 && o[4] == 4);
    for (unsigned n = 1; n < 4; n++) {
        memset(o, 0, n * sizeof(int));
        assert(o[n - 1] == 0 && o[n] != 0);
    }
    _Bool flags[3] = { 1, 1, 1 };
    memset(flags, 0, 3);
    assert(!flags[2]);
    char to[8], from[] = "abc";
    memcpy(to, from, sizeof from);
    assert(to[2] == 'c' && to[3] == 0);
    return 0;
}
