// property: valid-memsafety
// verdict: FALSE
// property: unreach-call
// verdict: UNKNOWN(undefined behaviour
// A call through a pointer that may be null.
extern _Bool __VERIFIER_nondet_bool(void);
static int one(void) { return 1; }

int main(void) {
    int (*f)(void) = __VERIFIER_nondet_bool() ? one : 0;
    return f() - 1;
}
