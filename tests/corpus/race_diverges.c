// property: no-data-race
// verdict: FALSE
// Nobody looks at the counter of the endless loop: its rounds are all the same, and the race is found before and beside it.
#include <pthread.h>
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *thread(void *arg) {
    int rounds;
    pthread_mutex_lock(&two);
    shared++;
    pthread_mutex_unlock(&two);
    while (1) rounds++;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_mutex_lock(&one);
    shared++;
    pthread_mutex_unlock(&one);
    pthread_join(t, 0);
    return 0;
}
