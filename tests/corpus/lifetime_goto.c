// property: valid-memsafety
// verdict: FALSE
// A jump back that leaves the block: it is entered again, with a new variable.
int main(void) {
    int *p = 0, n = 0;
again: {
    int x = n;
    if (p)
        return *p;
    p = &x;
    if (n++ < 2)
        goto again;
}
    return 0;
}
