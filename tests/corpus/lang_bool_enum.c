// property: unreach-call
// verdict: TRUE
#include <assert.h>
#include <stdbool.h>

enum color { RED, GREEN = 5, BLUE, DARK = -2 };
enum plain { A, B };

int main(void) {
    _Bool b = 256;
    assert(b == 1);
    b = 0.5;
    assert(b == 1 && b + b == 2);
    b++;
    assert(b == 1);
    b--;
    assert(b == 0);
    b = &b;
    assert(b);
    bool c = !b;
    assert(c == false && sizeof c == 1);
    enum color color = BLUE;
    assert(color == 6 && DARK < RED && sizeof color == sizeof(int));
    color = DARK;
    assert(color < 0);
    enum plain p = A;
    p--;
    assert(p > 0);                   // without negative values the type is unsigned
    return 0;
}
