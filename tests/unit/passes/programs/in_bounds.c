// unreach-call: FALSE
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int a[3];
int main(void) {
    int i = 0;
    while (i < 2 && __VERIFIER_nondet_bool())
        i++;
    a[i] = 1;
    if (a[1])
        reach_error();
    return 0;
}
