// Every loop, switch, goto, conditional, short circuit.
#include <assert.h>
static int calls;
static int tick(void) { return ++calls; }
enum { FIVE = 5 };
static int choose(int x) {
    int r = 0;
    switch (x) {
    case 1: r += 1;
    case 2 ... 4: r += 10; break;
    case FIVE: r = 99;
    default: r += 1000;
    case -1: r++;
    }
    return r;
}
static int nested(unsigned char c) {
    switch (c) {
        int hidden;
    case 'a': hidden = 1; return hidden;
    case 'b':
        for (int i = 0;; i++) {
            switch (i) { case 3: break; default: continue; }
            return i;
        }
    }
    return -1;
}
static int duff(int n) {
    int copies = 0;
    switch (n % 4) {
    case 0: do { copies++;
    case 3: copies++;
    case 2: copies++;
    case 1: copies++;
        } while ((n -= 4) > 0);
    }
    return copies;
}
static int jump(int n) {
    int s = 0;
again:
    if (n-- > 0) { s += n; goto again; }
    goto done;
    s = -1;
done:
    return s;
}
int main(void) {
    assert(choose(1) == 11 && choose(3) == 10 && choose(5) == 1100 && choose(7) == 1001 && choose(-1) == 1);
    assert(nested('a') == 1 && nested('b') == 3 && nested(200) == -1 && duff(7) == 7 && duff(4) == 4 && jump(4) == 6);
    int q = 0;
    do q++; while (q < 4);
    while (q > 2) { q--; if (q == 3) continue; }
    assert(q == 2);
    for (;;) { if (++q > 5) break; continue; }
    assert(q == 6);
    for (int z = 0;; z++) if (z == 3) { q = z; break; }
    for (; q < 5;) q++;
    for (;; q++) if (q == 9) break;
    for (q = 1; q < 3;) q++;
    for (q++;;) { if (q++ == 6) break; }
    assert(q == 7);
    int none = 0;
    if (none && tick()) assert(0);
    assert(calls == 0 && (q || tick()) && calls == 0 && !(none && tick()));
    int both = q && tick() && !none || tick();
    assert(both == 1 && calls == 1);
    q = calls ? calls == 1 ? 10 : 20 : 30;
    assert(q == 10 && (none ? tick() : 7) == 7 && calls == 1);
    none ? (void)tick() : (void)(q = 3);
    assert(q == 3 && calls == 1);
    q = (tick(), tick(), 5);
    assert(q == 5 && calls == 3);
    if (q == 1) assert(0); else if (q == 5) q = 6; else assert(0);
    switch (3) { case 3: q = 1; break; case 4: assert(0); }
    switch (q) {}
    assert(q == 1);
    return 0;
}
