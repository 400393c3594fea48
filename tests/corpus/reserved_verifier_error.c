// property: unreach-call
// verdict: FALSE
extern void __VERIFIER_error(void) __attribute__((__noreturn__));

int main(void) {
    int x = 3;
    if (x * x == 9) { ERROR: __VERIFIER_error(); }
    return 0;
}
