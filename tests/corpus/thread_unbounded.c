// property: unreach-call
// verdict: UNKNOWN(threads)
// verdict modular: TRUE
// options: --threads 4
// More threads than the limit: never TRUE, but of an engine that no number of threads limits.
#include <pthread.h>

static void *thread(void *arg) { return 0; }

int main(void) {
    pthread_t t[6];
    for (int i = 0; i < 6; i++)
        pthread_create(&t[i], 0, thread, 0);
    for (int i = 0; i < 6; i++)
        pthread_join(t[i], 0);
    return 0;
}
