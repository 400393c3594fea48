// property: valid-memsafety
// verdict: FALSE
// The value of a statement expression is the address of its own variable, which has ended.
int main(void) {
    int *p = ({
        int x = 1;
        &x;
    });
    return *p;
}
