// property: unreach-call
// verdict: FALSE
// A timed wait may time out.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec until = { 1, 0 };
    pthread_mutex_lock(&mutex);
    int r = pthread_cond_timedwait(&changed, &mutex, &until);
    assert(r != ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    return 0;
}
