// property: no-deadlock
// verdict: FALSE
// Main joins the two that wait for each other, and a third thread spins.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

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

static atomic_int turn;

static void *spinner(void *arg) {
    while (1)
        turn = 1 - turn;
    return 0;
}

int main(void) {
    pthread_t t0, t1, t2;
    pthread_create(&t0, 0, one, 0);
    pthread_create(&t1, 0, other, 0);
    pthread_create(&t2, 0, spinner, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
