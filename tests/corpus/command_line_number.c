// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs)
// property: valid-memsafety
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs)
// An argument that is only converted to a number is any number, and there may be any number of arguments.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *add(void *amount) {
    pthread_mutex_lock(&lock);
    counter += *(int *)amount;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(int argc, char *argv[]) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s number\n", argv[0]);
        return 1;
    }
    int amount = atoi(argv[1]);
    if (amount < 0 || amount > 2)
        return 1;
    pthread_t thread;
    pthread_create(&thread, 0, add, &amount);
    add(&amount);
    pthread_join(thread, 0);
    assert(counter == 0 || counter == 2 || counter == 4);
    assert(atoi(argv[1]) == amount);
    return 0;
}
