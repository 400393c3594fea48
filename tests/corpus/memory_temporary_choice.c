// property: valid-memsafety
// verdict: FALSE
// So does an array in another value that is no variable.
struct outer { struct { int a[2]; } inner; };
static struct outer s = { { { 1, 2 } } }, t;

int main(void) {
    int *p;
    p = (s.inner.a[0] ? s : t).inner.a;
    return p[1];
}
