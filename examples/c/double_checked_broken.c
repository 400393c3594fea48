// verdict: FALSE(unreach-call), FALSE(no-data-race)
// Double-checked initialisation that raises its flag too early: another thread uses the value before it is there.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
_Bool initialised;
int value;

int get(void) {
    if (!initialised) {
        pthread_mutex_lock(&mutex);
        if (!initialised) {
            initialised = 1;
            value = 42;
        }
        pthread_mutex_unlock(&mutex);
    }
    return value;
}

void *worker(void *arg) {
    assert(get() == 42);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
