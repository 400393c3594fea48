// property: valid-memsafety
// verdict: FALSE
// The block of a statement expression is left by a jump.
int main(void) {
    int *p = 0;
    int x = ({ int inner = 1; p = &inner; if (*p) goto out; inner; });
    return x;
out:
    return *p;
}
