// property: valid-memsafety
// verdict: FALSE
// As the loop is left, the inner variable ends before the outer one's function is called.
static int *kept;
static void use(int *p) {
    if (kept)
        *p = *kept;
}
int main(void) {
    for (int i = 0; i < 2; i++) {
        int y __attribute__((cleanup(use))) = i;
        {
            int x = 1;
            kept = &x;
            break;
        }
    }
    return 0;
}
