// property: no-data-race
// verdict: FALSE
// An atomic load stores what it found in a plain variable.
#include <pthread.h>
static int x, result;
static void *thread(void *arg) {
    __atomic_load(&x, &result, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    pthread_t t;
    int one = 1;
    pthread_create(&t, 0, thread, 0);
    __atomic_exchange(&x, &one, &result, __ATOMIC_SEQ_CST);
    pthread_join(t, 0);
    return 0;
}
