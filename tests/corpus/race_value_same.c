// property: no-data-race
// verdict: FALSE
// Writing the value that is there is a write.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int x = 1;

static void *thread(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    int y = x; (void)y;
    pthread_join(t, 0);
    return 0;
}
