// property: valid-memsafety
// verdict: FALSE
// An array in the value of a function lives until the end of the full expression.
struct triple { int a[3]; };
static struct triple make(int x) { return (struct triple){ { x, 2, 3 } }; }

int main(void) {
    int *p = make(1).a;
    return p[1];
}
