// verdict: FALSE(unreach-call)
// Bubble sort split over two threads: the counterexample shows the inputs as well as the schedule that leave the cells unsorted.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int cell[3];

void *sort(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        if (cell[i] > cell[i + 1]) {
            int old = cell[i];
            cell[i] = cell[i + 1];
            cell[i + 1] = old;
        }
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < 3; i++)
        cell[i] = __VERIFIER_nondet_bool();
    pthread_create(&a, 0, sort, 0);
    pthread_create(&b, 0, sort, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(cell[0] <= cell[1] && cell[1] <= cell[2]);
    return 0;
}
