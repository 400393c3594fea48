// property: no-data-race
// verdict: FALSE
// Elements have locks, but main takes that of the other element.
#include <pthread.h>

pthread_mutex_t locks[2];
int data[2];

static void *work(void *arg) {
    long i = (long)arg;
    pthread_mutex_lock(&locks[i]);
    data[i]++;
    pthread_mutex_unlock(&locks[i]);
    return 0;
}

int main(void) {
    pthread_t p, q;
    pthread_mutex_init(&locks[0], 0);
    pthread_mutex_init(&locks[1], 0);
    pthread_create(&p, 0, work, (void *)0);
    pthread_create(&q, 0, work, (void *)1);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&locks[1 - i]);
        data[i]++;
        pthread_mutex_unlock(&locks[1 - i]);
    }
    pthread_join(p, 0);
    pthread_join(q, 0);
}
