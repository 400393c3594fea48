// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex;
int x, y;

static void set(int v) {
    pthread_mutex_lock(&mutex);
    x = v;
    pthread_mutex_unlock(&mutex);
}

static void *thread(void *arg) {
    pthread_mutex_lock(&mutex);
    set(1);
    y = x;               // still locked: nobody changed x
    assert(y == 1);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attr);
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    set(2);
    pthread_join(t, 0);
    return 0;
}
