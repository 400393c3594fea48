// verdict: TRUE(no-data-race)
// Any number of workers share a total under a mutex: however many there are, no two of them access it at once.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int total, jobs;

void *worker(void *arg) {
    while (__VERIFIER_nondet_int()) {
        int result = __VERIFIER_nondet_int();
        pthread_mutex_lock(&mutex);
        total = result;
        jobs++;
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    while (__VERIFIER_nondet_int())
        pthread_create(&thread, 0, worker, 0);
    return 0;
}
