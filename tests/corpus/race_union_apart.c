// property: no-data-race
// verdict: TRUE
// Different bytes of a union that is also accessed as a whole, before there are threads.
#include <pthread.h>

union { int whole; unsigned char part[4]; } u;

static void *thread(void *arg) {
    u.part[0] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    u.whole = 5;
    pthread_create(&t, 0, thread, 0);
    u.part[1] = 1;
    pthread_join(t, 0);
    return 0;
}
