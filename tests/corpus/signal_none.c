// property: unreach-call
// verdict: TRUE
// Without handlers nothing is interrupted.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>
static sem_t ready;
int main(void) {
    struct timespec second = {1, 0};
    char text[1];
    sem_init(&ready, 0, 1);
    assert(sem_wait(&ready) == 0);
    assert(nanosleep(&second, 0) == 0 && sleep(1) == 0);
    if (read(0, text, 1) < 0)
        assert(errno != EINTR);
    return 0;
}
