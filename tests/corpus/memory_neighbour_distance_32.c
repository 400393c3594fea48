// options: --data-model ILP32
// property: valid-memsafety
// verdict: FALSE
// The distance between two objects, added to an address of the first one: it is not one of the second.
extern _Bool __VERIFIER_nondet_bool(void);
int a[4], b[4];

int main(void) {
    char *p = (char *)a, *q = (char *)(__VERIFIER_nondet_bool() ? b : a);
    long distance = q - p;
    p += distance;
    *p = 1;
    return 0;
}
