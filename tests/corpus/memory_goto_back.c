// property: valid-memsafety
// verdict: FALSE
// A jump back to before the block.
int main(void) {
    int *p = 0, i = 0;
again:
    if (p) return *p;
    {
        int inner = i;
        p = &inner;
        goto again;
    }
}
