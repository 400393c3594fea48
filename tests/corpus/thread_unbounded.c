// property: unreach-call
// verdict: UNKNOWN(threads)
// options: --threads 4
// More threads than the limit: never TRUE.
#include <pthread.h>

static void *thread(void *arg) { return 0; }

int main(void) {
    for (int i = 0; i < 6; i++) {
        pthread_t t;
        pthread_create(&t, 0, thread, 0);
        pthread_join(t, 0);
    }
    return 0;
}
