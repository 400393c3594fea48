// property: unreach-call
// verdict: TRUE
#include <assert.h>

static int counter(void) {
    static int calls = 10;
    return calls++;
}
static int other(void) {
    static int calls;
    return ++calls;
}
int shadow = 1;

int main(void) {
    assert(counter() == 10);
    assert(counter() == 11);
    assert(other() == 1);
    int shadow = 2;
    {
        extern int shadow;
        assert(shadow == 1);
        {
            int shadow = 3;
            assert(shadow == 3);
        }
    }
    assert(shadow == 2);
    for (int i = 0; i < 2; i++) {
        static int kept;
        int fresh = 0;
        kept++;
        fresh++;
        assert(kept == i + 1 && fresh == 1);
    }
    return 0;
}
