// verdict: TRUE(no-deadlock)
// Three dining philosophers who take the lower-numbered fork first never wait in a circle.
#include <pthread.h>

#define N 3

pthread_mutex_t fork_[N];

void *philosopher(void *arg) {
    int me = *(int *)arg, other = (me + 1) % N;
    int low = me < other ? me : other, high = me < other ? other : me;
    pthread_mutex_lock(&fork_[low]);
    pthread_mutex_lock(&fork_[high]);
    pthread_mutex_unlock(&fork_[high]);
    pthread_mutex_unlock(&fork_[low]);
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
