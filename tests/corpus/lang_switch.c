// property: unreach-call
// verdict: TRUE
#include <assert.h>

static int classify(int x) {
    int r = 0;
    switch (x) {
    case 1:
        r += 1;
    case 2:
        r += 10;
        break;
    default:
        r = -1;
        break;
    case 5 ... 7:
        r = 50;
        if (x == 6) break;
        r++;
    case -3: {
        r += 100;
    }
    }
    return r;
}

static int copy(char *to, const char *from, int n) { // entered in the middle of the loop
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
    return rounds;
}

int main(void) {
    assert(classify(1) == 11 && classify(2) == 10 && classify(3) == -1);
    assert(classify(5) == 151 && classify(6) == 50 && classify(7) == 151 && classify(-3) == 100);
    char to[7] = { 0 };
    copy(to, "abcdef", 6);
    assert(to[0] == 'a' && to[5] == 'f' && to[6] == 0);
    int n = 0;
    for (int i = 0; i < 5; i++) {
        switch (i) {
        case 1: continue;
        case 3: break;
        default: n += 10;
        }
        n++;
    }
    assert(n == 34);
    switch (n) { n = 0; }
    assert(n == 34);
    switch ((unsigned char)256) { case 0: n = 1; }
    assert(n == 1);
    return 0;
}
