// options: --spurious off
// property: valid-memsafety
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// When everybody who waits was woken, the condition may be destroyed, whether they have noticed or not.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *condition;
static int ready;
static void *thread(void *arg) {
    pthread_mutex_lock(&mutex);
    while (!ready) pthread_cond_wait(condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_t t;
    condition = malloc(sizeof *condition);
    pthread_cond_init(condition, 0);
    pthread_create(&t, 0, thread, 0);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_broadcast(condition);
    pthread_cond_destroy(condition);
    free(condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, 0);
    return 0;
}
