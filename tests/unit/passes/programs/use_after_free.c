// valid-memsafety: FALSE
// Only when the other thread frees first.
#include <pthread.h>
#include <stdlib.h>
static int *cell;
static void *work(void *arg) {
    (void)arg;
    free(cell);
    return 0;
}
int main(void) {
    pthread_t t;
    cell = malloc(sizeof *cell);
    *cell = 1;
    pthread_create(&t, 0, work, 0);
    *cell = 2;
    pthread_join(t, 0);
    return 0;
}
