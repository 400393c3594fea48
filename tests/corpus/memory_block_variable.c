// property: valid-memsafety
// verdict: FALSE
// A variable-length array is used behind its block.
int main(void) {
    int n = 3, *p;
    {
        int a[n];
        a[0] = 1;
        p = a;
    }
    return *p;
}
