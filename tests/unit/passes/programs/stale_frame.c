// valid-memsafety: FALSE
// The pointer is that of an earlier activation of the same function, while another one runs.
static int *kept;
static int use(int first) {
    int x = 7;
    if (first)
        kept = &x;
    return *kept;
}
int main(void) {
    return use(1) + use(0);
}
