// property: valid-memsafety
// verdict: FALSE
// A loop in a function that is called twice; the address is kept from one iteration to the next in a global variable.
static int *kept;
static int f(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        struct {
            int head, tail;
        } s = {i, n};
        if (i == 1)
            sum += *kept;
        kept = &s.tail;
    }
    return sum;
}
int main(void) {
    f(1);
    return f(2);
}
