// property: no-data-race
// verdict: FALSE
// The exchange is atomic; what it expects is a plain variable, which it reads and, on failure, writes.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int expected = 5;
static void *thread(void *arg) {
    atomic_compare_exchange_strong(&x, &expected, 1);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    atomic_compare_exchange_strong(&x, &expected, 2);
    pthread_join(t, 0);
    return 0;
}
