// property: valid-memsafety
// verdict: FALSE
// The variable of the iteration before is another object, which has ended.
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (p)
            return *p;
        p = &x;
    }
    return 0;
}
