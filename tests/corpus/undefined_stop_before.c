// options: --undefined stop
// property: unreach-call
// verdict: FALSE
// property: valid-memsafety
// verdict: FALSE
// The assertion fails before the null pointer is used, and only in one of the two orders; an invalid access is what valid-memsafety is about.
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *p) {
    assert(x == 0);
    *(volatile int *)0 = 1;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 1;
    return 0;
}
