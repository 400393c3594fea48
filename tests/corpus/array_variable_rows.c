// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// Arrays with several dimensions that are known at run time: variables, parameters, pointers to rows.
#include <assert.h>
#include <pthread.h>

static long sum(int n, int m, int a[n][m]) {
    long total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            total += a[i][j];
    return total;
}

static int corner(int n, int m, int k, short (*p)[m][k]) {
    return (*(p + n - 1))[m - 1][k - 1] + p[0][1][0];
}

static void clear(int m, char (*p)[m], int n) {
    for (char(*row)[m] = p; row < p + n; row++)
        for (char *x = *row; x - *row < m; x++)
            *x = 0;
}

struct matrix {
    int n, m;
    void *numbers;
};

static void *work(void *argument) {
    struct matrix *matrix = argument;
    int(*rows)[matrix->m] = matrix->numbers;
    for (int i = 0; i < matrix->n; i++)
        rows[i][matrix->m - 1]++;
    return 0;
}

int main(void) {
    int n = 2, m = 3, b[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = i * m + j;
    assert(sum(n, m, b) == 15 && sizeof b == 24 && sizeof b[0] == 12 && sizeof(b[0][0]) == 4);
    int(*p)[m] = b;
    m = 4;
    assert(sizeof *p == 12 && p[1][2] == 5);
    p++;
    assert((*p)[0] == 3 && p - b == 1);
    p += -1;
    assert(**p == 0 && &b[1] - &b[0] == 1);
    short c[2][n][4];
    c[1][1][3] = 9;
    c[0][1][0] = 1;
    assert(corner(2, n, 4, c) == 10 && sizeof c == 32 && sizeof *c == 16);
    char d[n][m];
    clear(m, d, n);
    assert(d[1][3] == 0);
    int e[2][3] = {{1, 2, 3}, {4, 5, 6}};
    struct matrix matrix = {2, 3, e};
    pthread_t thread;
    assert(sum(2, 3, e) == 21);
    pthread_create(&thread, 0, work, &matrix);
    pthread_join(thread, 0);
    assert(e[1][2] == 7);
    return 0;
}
