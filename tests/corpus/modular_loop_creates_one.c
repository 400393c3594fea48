// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// A loop creates the only thread: that it has not ended holds because there was none before.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
int taken, data;
void *work(void *arg) {
    __VERIFIER_atomic_begin(); __VERIFIER_assume(taken == 0); taken = 1; __VERIFIER_atomic_end();
    data = (data + 1) & 3;
    __VERIFIER_atomic_begin(); taken = 0; __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t[1];
    for (long i = 0; i < 1; i++) pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < 1; i++) pthread_join(t[i], 0);
    return 0;
}
