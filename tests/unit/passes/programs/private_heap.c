// unreach-call: TRUE
// no-deadlock: TRUE
// Both threads work on blocks of their own that never leave them.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
static void *work(void *arg) {
    int *a = malloc(2 * sizeof *a), local[2];
    local[0] = arg ? 1 : 2;
    for (int i = 0; i < 2; i++)
        a[i] = local[0] + i;
    if (a[1] != (arg ? 2 : 3))
        reach_error();
    free(a);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, &t);
    work(0);
    pthread_join(t, 0);
    return 0;
}
