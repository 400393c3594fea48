// property: valid-memsafety
// verdict: FALSE
// A break leaves the block whose object a pointer still refers to.
int main(void) {
    int *p = 0;
    for (int i = 0;; i++) {
        int x[2] = { i, i + 1 };
        if (i == 1) {
            p = x + 1;
            break;
        }
    }
    return *p;
}
