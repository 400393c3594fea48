// property: no-deadlock
// verdict: FALSE
// Two threads wait for each other, while a third one writes what lies beside their mutexes in one struct.
#include <pthread.h>
#include <string.h>

struct { int turns; pthread_mutex_t a, b; int after; } all = {0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
#define a all.a
#define b all.b

static void *one(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

static void *other(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, one, 0);
    pthread_create(&t1, 0, other, 0);
    for (;;) {
        all.turns = !all.turns;
        all.after = !all.after;
    }
}
