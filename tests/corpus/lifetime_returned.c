// property: valid-memsafety
// verdict: FALSE
// A variable of a loop, whose address is returned out of the loop and kept by the caller.
static int *shown, *kept;
static int *find(void) {
    for (int i = 0;; i++) {
        int x = i;
        shown = &x;
        if (kept)
            *kept = 1;
        if (i == 0)
            return &x;
    }
}
int main(void) {
    for (int i = 0; i < 6; i++) {
        int *p = find();
        kept = p;
    }
    return 0;
}
