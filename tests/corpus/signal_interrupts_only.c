// property: unreach-call
// verdict: TRUE
// A wait that was interrupted is one during which the handler has run; without handlers there is none.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
static sem_t ready;
static volatile sig_atomic_t handled;
static void handler(int number) { handled = 1; }
int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(SIGINT, &action, 0);
    sem_init(&ready, 0, 0);
    int result = sem_wait(&ready);
    assert(result == -1 && errno == EINTR && handled);
    return 0;
}
