// unreach-call: FALSE
// The other thread sees the value before the execution turns out to be none.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
int x;
void *work(void *arg) {
    x = 1;
    __VERIFIER_assume(0);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (x)
        reach_error();
    return 0;
}
