// property: valid-memsafety
// verdict: FALSE
// The statement of an if is a block: a compound literal in it ends with it.
extern _Bool __VERIFIER_nondet_bool(void);
static int none[2];

int main(void) {
    int *p = none;
    if (__VERIFIER_nondet_bool()) p = (int[]){ 1, 2 };
    return p[1];
}
