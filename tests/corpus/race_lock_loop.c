// property: no-data-race
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs)
// Threads that count under a lock, as far as somebody likes.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
int counter, limit;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *argument) {
    int more = 1;
    while (more) {
        pthread_mutex_lock(&mutex);
        more = counter < limit;
        counter += more;
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

int main(void) {
    limit = __VERIFIER_nondet_int();
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return counter;
}
