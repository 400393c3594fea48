// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    if (__VERIFIER_nondet_bool()) __builtin_unreachable();
    return 0;
}
