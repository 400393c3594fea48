// property: unreach-call
// verdict: FALSE
// A thread that computes for ever does not keep others from failing.
#include <pthread.h>
extern void reach_error(void);

static void *spin(void *arg) {
    for (;;) {}
}

static void *fail(void *arg) {
    reach_error();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, spin, 0);
    pthread_create(&b, 0, fail, 0);
    pthread_join(a, 0);
    return 0;
}
