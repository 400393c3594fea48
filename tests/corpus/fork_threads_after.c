// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs)
// property: no-data-race
// verdict: FALSE
// Threads that are created after fork belong to one of the processes; parent and child race with none of the other.
#include <assert.h>
#include <pthread.h>
extern int fork(void);
static int number;

static void *run(void *argument) {
    number++;
    return argument;
}

int main(void) {
    pthread_t thread;
    if (fork())
        return number;
    pthread_create(&thread, 0, run, 0);
    assert(number <= 1);
    pthread_join(thread, 0);
    assert(number == 1);
    return 0;
}
