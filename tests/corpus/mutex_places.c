// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Mutexes in a struct on the heap, in an array element, and in a local variable that threads reach through pointers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account { int money; pthread_mutex_t lock; };
struct work { struct account *account; pthread_mutex_t *log; };
int entries;

static void *thread(void *arg) {
    struct work *work = arg;
    pthread_mutex_lock(&work->account->lock);
    work->account->money += 5;
    pthread_mutex_unlock(&work->account->lock);
    pthread_mutex_lock(work->log);
    entries++;
    pthread_mutex_unlock(work->log);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_mutex_t log;
    pthread_mutex_init(&log, NULL);
    struct account *accounts = malloc(2 * sizeof *accounts);
    pthread_mutex_init(&accounts[1].lock, NULL);
    accounts[1].money = 0;
    struct work work = { &accounts[1], &log };
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, thread, &work);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(accounts[1].money == 10 && entries == 2);
    pthread_mutex_destroy(&log);
    free(accounts);
    return 0;
}
