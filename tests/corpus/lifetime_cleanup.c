// property: valid-memsafety
// verdict: FALSE
// What is called when a variable goes keeps its address until the next iteration.
static int *kept;
static void keep(int *p) {
    kept = p;
}
int main(void) {
    for (int i = 0; i < 3; i++) {
        int x __attribute__((cleanup(keep))) = i;
        if (i == 2)
            *kept = 1;
        x++;
    }
    return 0;
}
