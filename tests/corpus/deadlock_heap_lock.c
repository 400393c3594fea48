// property: no-deadlock
// verdict: TRUE
// verdict explicit: UNKNOWN(timeout)
// A lock on the heap, which is initialised before there are threads, and destroyed when there are none left.
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int sum;
} *account;

void *work(void *arg) {
    for (int i = 0; i < 1000000; i++) {
        pthread_mutex_lock(&account->lock);
        account->sum++;
        pthread_mutex_unlock(&account->lock);
    }
    return 0;
}

int main(void) {
    pthread_t one, two;
    account = malloc(sizeof *account);
    pthread_mutex_init(&account->lock, 0);
    account->sum = 0;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_mutex_destroy(&account->lock);
    return 0;
}
