// verdict: TRUE(no-data-race)
// Double-checked initialisation with a C11 atomic flag: the first thread initialises, all others see the complete value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_bool initialised;
int value;

int get(void) {
    if (!atomic_load(&initialised)) {
        pthread_mutex_lock(&mutex);
        if (!atomic_load(&initialised)) {
            value = 42;
            atomic_store(&initialised, 1);
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
