// property: valid-memsafety
// verdict: FALSE
// The inner block has been left when the outer one calls what is to be called at its end.
static int *kept;
static void use(int *p) {
    *p = *kept;
}
int main(void) {
    int first __attribute__((cleanup(use))) = 1;
    {
        int x = 1;
        kept = &x;
        return 0;
    }
}
