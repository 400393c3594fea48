// valid-memsafety: FALSE
extern _Bool __VERIFIER_nondet_bool(void);
int g;
int main(void) {
    int *p = __VERIFIER_nondet_bool() ? &g : 0;
    *p = 1;
    return 0;
}
