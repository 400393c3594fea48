// unreach-call: TRUE
// valid-memsafety: TRUE
// Sizes that are not constants, zeroed and resized blocks.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int n = __VERIFIER_nondet_bool() ? 2 : 3;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
    short *z = calloc(n, sizeof *z);
    if (z[n - 1] != 0 || a[n - 1] != n - 1)
        reach_error();
    a = realloc(a, 4 * sizeof *a);
    a[3] = 9;
    if (a[1] != 1 || a[3] != 9)
        reach_error();
    char text[8];
    strcpy(text, "abc");
    strcat(text, "de");
    if (strlen(text) != 5 || text[4] != 'e')
        reach_error();
    free(a);
    free(z);
    return 0;
}
