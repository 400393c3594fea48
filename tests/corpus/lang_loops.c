// property: unreach-call
// verdict: TRUE
#include <assert.h>

int main(void) {
    int n = 0;
    while (n < 3) n++;
    do n--; while (n > 1);
    assert(n == 1);
    for (int i = 0, j = 10; i < j; i += 3, j--) n++;
    assert(n == 4);
    for (;;) {
        if (++n == 6) continue;
        if (n > 8) break;
    }
    assert(n == 9);
    do { n = 0; if (n == 0) continue; n = 5; } while (n);
    assert(n == 0);
    for (unsigned char c = 250; c; c++) n++;
    assert(n == 6);
    int i = 5;
    while (i --> 0);
    assert(i == -1);
    while (1) { while (1) break; break; }
    return 0;
}
