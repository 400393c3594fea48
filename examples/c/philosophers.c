// verdict: FALSE(no-deadlock)
// Three dining philosophers who all take their left fork first can end up waiting for each other forever.
#include <pthread.h>

#define N 3

pthread_mutex_t fork_[N];

void *philosopher(void *arg) {
    int me = *(int *)arg, left = me, right = (me + 1) % N;
    pthread_mutex_lock(&fork_[left]);
    pthread_mutex_lock(&fork_[right]);
    pthread_mutex_unlock(&fork_[right]);
    pthread_mutex_unlock(&fork_[left]);
    return 0;
}

int main(void) {
    pthread_t thread[N];
    int seat[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_[i], 0);
    for (int i = 0; i < N; i++) {
        seat[i] = i;
        pthread_create(&thread[i], 0, philosopher, &seat[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], 0);
    return 0;
}
