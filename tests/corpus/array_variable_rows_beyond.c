// property: valid-memsafety
// verdict: FALSE
// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// A row that is not there.
static int last(int n, int m, int a[n][m]) {
    return a[n][0];
}

int main(void) {
    int n = 2, m = 3, b[n][m];
    for (int i = 0; i < n * m; i++)
        b[i / m][i % m] = i;
    return last(n, m, b);
}
