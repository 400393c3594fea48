// property: unreach-call
// verdict: TRUE
#include <assert.h>

int main(void) {
    unsigned long long a = ~0ULL;
    unsigned __int128 square = (unsigned __int128)a * a;
    assert((unsigned long long)(square >> 64) == a - 1 && (unsigned long long)square == 1);
    __int128 s = -1;
    assert(s < 0 && s >> 100 == -1 && sizeof s == 16 && s / 3 == 0 && (s - 6) % 5 == -2);
    return 0;
}
