/* Designators that set something twice: what is set as a whole forgets what was said about its parts. Checked with gcc. */
#include <assert.h>

struct text {
    char s[4];
    int k;
};
struct parts {
    struct {
        int a, b;
    } p;
    int q[3];
};
union either {
    int i;
    char c;
    struct {
        char x, y;
    } s;
};
struct bits {
    unsigned x : 3, y : 3;
    int z;
};

#define DECLARE(storage)                                                                                                         \
    storage struct text text = {.s = "abc", .k = 1, .s = "z"};                                                                   \
    storage struct parts h = {.p = {1, 2}, .p = {3}, .q = {1, 2, 3}, .q = {[1] = 4}};                                            \
    storage struct parts later = {.p = {1, 2}, .p.b = 5, .q = {1, 2, 3}, .q[1] = 7};                                             \
    storage union either u = {.i = 0x01020304, .c = 5}, v = {.s.x = 1, .s.y = 2};                                                \
    storage int a[6] = {1, 2, 3, [1] = 7, 8, 9, [0] = 5};                                                                        \
    storage struct bits b = {.x = 1, .y = 2, .x = 3};

#define CHECK()                                                                                                                  \
    assert(text.s[0] == 'z' && text.s[1] == 0 && text.s[2] == 0 && text.k == 1);                                                 \
    assert(h.p.a == 3 && h.p.b == 0 && h.q[0] == 0 && h.q[1] == 4 && h.q[2] == 0);                                               \
    assert(later.p.a == 1 && later.p.b == 5 && later.q[0] == 1 && later.q[1] == 7 && later.q[2] == 3);                           \
    assert(u.i == 5 && v.s.x == 1 && v.s.y == 2);                                                                                \
    assert(a[0] == 5 && a[1] == 7 && a[2] == 8 && a[3] == 9 && a[4] == 0);                                                       \
    assert(b.x == 3 && b.y == 2 && b.z == 0)

DECLARE(static)

int main(void) {
    CHECK();
    DECLARE()
    CHECK();
    return 0;
}
