// property: no-data-race
// verdict: TRUE
// A recursive mutex is held until it was unlocked as often as it was locked.
#include <pthread.h>

pthread_mutex_t m;
int x;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &kind);
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    return 0;
}
