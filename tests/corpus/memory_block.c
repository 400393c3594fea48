// property: valid-memsafety
// verdict: FALSE
// The object of a block that was left is used through its address.
int main(void) {
    int *p;
    {
        int x = 3;
        p = &x;
        *p = 4;
    }
    return *p;
}
