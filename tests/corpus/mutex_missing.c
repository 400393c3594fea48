// property: unreach-call
// verdict: FALSE
// property: no-data-race
// verdict: FALSE
// An increment is a read and a write.
#include <assert.h>
#include <pthread.h>

int counter;

static void *thread(void *arg) {
    counter++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
