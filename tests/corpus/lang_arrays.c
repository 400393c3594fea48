// property: unreach-call
// verdict: TRUE
#include <assert.h>

int grid[3][4];
char words[2][6] = { "one", "three" };
int tail[] = { 1, 2, [4] = 9, 10 };

static int sum(int (*rows)[4], int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            total += rows[i][j];
    return total;
}

static int first(int a[static 2]) { return *a; }

int main(void) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            grid[i][j] = 10 * i + j;
    assert(grid[2][3] == 23 && *(*(grid + 1) + 2) == 12 && grid[1] == &grid[0][4] && 2[grid[1]] == 12);
    assert(sum(grid, 3) == 138 && sum(grid + 1, 1) == 46);
    assert(sizeof grid == 48 && sizeof tail / sizeof *tail == 6 && tail[3] == 0 && tail[5] == 10);
    assert(words[1][4] == 'e' && words[0][3] == 0 && words[1][5] == 0);
    assert(first(grid[2]) == 20);
    int cube[2][2][2] = { { { 1, 2 }, { 3 } }, { { [1] = 6 } } };
    assert(cube[0][1][0] == 3 && cube[0][1][1] == 0 && cube[1][0][1] == 6);
    int n = 3, flexible[n];
    for (int i = 0; i < n; i++) flexible[i] = i * i;
    assert(flexible[2] == 4 && sizeof flexible == 12);
    return 0;
}
