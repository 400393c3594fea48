// property: valid-memsafety
// verdict: FALSE
// A case in the middle of a loop in the switch enters the block of the loop, and leaves it.
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int *p = 0;
    switch (__VERIFIER_nondet_bool()) {
    case 0:
        do {
            int inner;
    case 1:
            inner = 3;
            p = &inner;
            if (*p != 3) return 1;
        } while (0);
    }
    return *p;
}
