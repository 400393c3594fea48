// property: valid-memsafety
// verdict: FALSE
// The body of a switch is a block.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *p = 0;
    switch (__VERIFIER_nondet_uchar() % 3) {
        int inner;
    case 0:
        inner = 1;
        p = &inner;
        if (*p == 1) break;
    case 1: return 0;
    default:
        inner = 2;
        p = &inner;
        return *p - 2;
    }
    return *p;
}
