// property: no-overflow
// verdict: TRUE
#include <limits.h>
#include <pthread.h>

int x = INT_MAX - 2;

static void *thread(void *arg) {
    x = x + 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    x = x + 1;
    pthread_join(t, 0);
    return 0;
}
