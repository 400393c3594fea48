// property: valid-memsafety
// verdict: FALSE
// Out of two loops at once.
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int row[2] = { i, 1 };
        p = row;
        while (p[0] == 0) {
            if (i == 1) goto done;
            p[0] = 2;
        }
        if (i == 1) goto done;
    }
done:
    return p[1];
}
