// property: valid-memsafety
// verdict: TRUE
// A jump back behind the declaration of a variable-length array does not end it; one before it makes a new one.
int main(void) {
    int n = 2, rounds = 0, *p = 0;
before:;
    int a[n];
    a[0] = 1;
    p = a;
behind:
    if (rounds++ == 0)
        goto behind;
    if (rounds == 2)
        goto before;
    return p[0] - 1;
}
