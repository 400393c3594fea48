// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: FALSE
// With SA_RESTART the wait goes on, for ever.
#include <assert.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
static sem_t ready;
static void handler(int number) {}
int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, 0);
    sem_init(&ready, 0, 0);
    sem_wait(&ready);
    assert(0);
    return 0;
}
