// verdict: FALSE(unreach-call)
// Two threads increment a shared counter without a lock, and one increment is lost.
#include <assert.h>
#include <pthread.h>

int counter;

void *worker(void *arg) {
    counter++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
