// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Two threads add numbers that binary fractions hold exactly, so the order does not matter.
#include <assert.h>
#include <pthread.h>
static double total;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *p) {
    double amount = *(double *)p;
    pthread_mutex_lock(&mutex);
    total += amount;
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    double half = 0.5, eighth = 0.125;
    pthread_t a, b;
    pthread_create(&a, 0, add, &half);
    pthread_create(&b, 0, add, &eighth);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(total == 0.625);
    return 0;
}
