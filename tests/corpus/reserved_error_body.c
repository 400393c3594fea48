// property: unreach-call
// verdict: FALSE
// property: valid-memsafety
// verdict: FALSE
// For every other property, what the program's own reach_error does counts: it returns here.
extern _Bool __VERIFIER_nondet_bool(void);

void reach_error(void) {}

int main(void) {
    int *p = 0;
    if (!__VERIFIER_nondet_bool())
        return 0;
    reach_error();
    return *p;
}
