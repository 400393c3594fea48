// property: unreach-call
// verdict: FALSE
// The result of trylock is not looked at.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void *thread(void *arg) {
    pthread_mutex_trylock(&mutex);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&mutex);
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
