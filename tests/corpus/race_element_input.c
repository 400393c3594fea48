// property: no-data-race
// verdict: FALSE
// Which element main changes is an input; one of them is changed by the thread as well.
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
int data[4];

static void *work(void *arg) {
    data[2] <<= 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int i = __VERIFIER_nondet_uchar() & 3;
    pthread_create(&t, 0, work, 0);
    data[i] |= 1;
    pthread_join(t, 0);
}
