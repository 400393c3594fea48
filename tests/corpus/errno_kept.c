// property: unreach-call
// verdict: TRUE
// A failed call leaves a positive errno, in its own thread only.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>
static void *thread(void *arg) {
    if (close(1) == -1) assert(errno > 0);
    return 0;
}
int main(void) {
    pthread_t t;
    errno = 0;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    assert(errno == 0);
    return 0;
}
