// property: valid-memsafety
// verdict: FALSE
// goto ends the objects of the blocks that it leaves.
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int *p;
    {
        int inner = 1;
        p = &inner;
        {
            if (__VERIFIER_nondet_bool()) goto out;
        }
        if (*p != 1) return 1;
    }
    return 0;
out:
    return *p;
}
