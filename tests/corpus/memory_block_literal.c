// property: valid-memsafety
// verdict: FALSE
// A compound literal belongs to the block that it is written in.
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        if (i == 1) {
            p = (int[]){ i, i + 1 };
            p[0] = 3;
        }
    }
    return p[1];
}
