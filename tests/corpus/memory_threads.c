// property: valid-memsafety
// verdict: FALSE
// property: no-data-race
// verdict: FALSE
// The last user frees, but who is last is decided without protection.
#include <pthread.h>
#include <stdlib.h>

int *block, users = 2;

static void *thread(void *arg) {
    *block = 1;
    users--;
    if (users == 0) free(block);
    return 0;
}

int main(void) {
    pthread_t a, b;
    block = malloc(sizeof *block);
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
