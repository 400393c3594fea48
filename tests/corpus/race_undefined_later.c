// property: no-data-race
// verdict: FALSE
// verdict explicit: UNKNOWN(inputs)
// The race takes four threads; that the program may ask for more memory than is followed does not hide it.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static int data;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p) {
    if (p) pthread_mutex_lock(&mutex);
    data++;
    if (p) pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) abort();
    pthread_t *t = malloc(n * sizeof(pthread_t));
    for (int i = 0; i < n; i++) pthread_create(&t[i], 0, work, i == 3 ? 0 : &mutex);
    for (int i = 0; i < n; i++) pthread_join(t[i], 0);
    free(t);
    return 0;
}
