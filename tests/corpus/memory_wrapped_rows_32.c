// options: --data-model ILP32
// property: valid-memsafety
// verdict: FALSE
// Rows and columns whose bytes add up to the size of the address space.
#include <stdlib.h>
typedef int row[4];

int main(void) {
    row *m = malloc(4 * sizeof(row));
    int i = 1 << 28, j = 0;
    m[i][j + 1] = 1;
    return 0;
}
