// property: valid-memsafety
// verdict: FALSE
// on_exit gives a handler what another one, which runs before it, has freed.
#define _DEFAULT_SOURCE
#include <stdlib.h>
static int *block;

static void report(int status, void *argument) {
    *(int *)argument = status;
}

static void clean(void) {
    free(block);
}

int main(void) {
    block = malloc(sizeof *block);
    on_exit(report, block);
    atexit(clean);
    return 3;
}
