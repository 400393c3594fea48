// property: no-data-race
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// What a handler frees was made by a thread that has been joined; only exit runs handlers, _exit does not.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static int *block;

static void clean(void) {
    *block = 2;
    free(block);
}

static void *work(void *argument) {
    block = malloc(sizeof *block);
    *block = 1;
    atexit(clean);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    if (*block == 2)
        _exit(1);
    return 0;
}
