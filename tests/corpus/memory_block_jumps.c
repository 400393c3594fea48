// property: valid-memsafety
// verdict: TRUE
// Objects of blocks that are left by every kind of jump, and entered again, are used only while they live.
struct pair { int *a, b[2]; };
static int get(const int *p) { return *p; }
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i, *p = &x;
        if (i == 0) continue;
        while (1) {
            struct pair y = { &x, { 1, 2 } };
            int *q = &y.b[1];
            sum += *q + *y.a;
            if (i == 2) break;
            p = &x;
            if (get(q) == 2) break;
        }
        sum += get(p);
    }
    for (int i = 0; i < 3; i++) {
        switch (i) {
            int z, *r;
        case 0:
            r = &z;
            *r = 1;
            break;
        case 1: {
            int w[2] = { 5, 6 };
            r = w;
            sum += r[1];
        }
        default:
            r = &z;
            *r = 2;
            sum += get(&z);
        }
    }
    int again = 0;
    {
        int v = 0, *s;
    retry:
        s = &v;
        *s = again + 1;
        if (again++ < 2) goto outside;
        sum += v;
    }
    return sum == 0;
outside:
    goto retry;
}
