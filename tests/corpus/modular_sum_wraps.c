// property: unreach-call
// verdict: FALSE
// Additions of threads wrap around: an interval that is widened has to know.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned char x = 100;

static void *work(void *arg) {
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&m);
        x += 40;
        assert(x >= 100);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
