// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = realloc(NULL, 3);
    memcpy(p, "abc", 3);
    p = realloc(p, 5);
    assert(memcmp(p, "abc", 3) == 0);
    p[4] = 'x';
    p = realloc(p, 2);
    assert(p[1] == 'b');
    free(p);
    int **rows = malloc(2 * sizeof *rows);
    for (int i = 0; i < 2; i++) {
        rows[i] = calloc(2, sizeof **rows);
        rows[i][1] = i;
    }
    assert(rows[1][1] == 1 && rows[0][1] == 0 && rows[1][0] == 0);
    for (int i = 0; i < 2; i++) free(rows[i]);
    free(rows);
    return 0;
}
