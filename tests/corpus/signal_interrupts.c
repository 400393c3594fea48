// property: unreach-call
// verdict: FALSE
// Waiting for a semaphore ends with EINTR when a handler has run.
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
    sigaction(SIGINT, &action, 0);
    sem_init(&ready, 0, 0);
    assert(sem_wait(&ready) == 0);
    return 0;
}
