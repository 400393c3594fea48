// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void *thread(void *arg) {
    int r = pthread_mutex_trylock(&mutex);
    if (r == 0) {
        inside++;
        assert(inside == 1);
        inside--;
        pthread_mutex_unlock(&mutex);
    } else {
        assert(r == EBUSY);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
