// property: no-data-race
// verdict: TRUE
// All threads that a loop has created are joined by another one before main reads what they wrote.
#include <pthread.h>
#define N 3

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return x;
}
