// valid-memsafety: FALSE
extern _Bool __VERIFIER_nondet_bool(void);
int a[3], b[3];
int main(void) {
    int i = 0;
    while (i < 3 && __VERIFIER_nondet_bool())
        i++;
    a[i] = 1;
    return 0;
}
