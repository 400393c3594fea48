// property: valid-memsafety
// verdict: FALSE
// A jump back before the declaration of a variable-length array ends it, though the block is the same.
int main(void) {
    int n = 2, rounds = 0, *p = 0;
again:;
    if (rounds++)
        return p[0];
    int a[n];
    a[0] = 1;
    p = a;
    goto again;
}
