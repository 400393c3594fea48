// property: no-data-race
// verdict: TRUE
// The address and the size of a volatile variable can be had without an access to it.
#include <pthread.h>

volatile int x;

void *reader(void *unused) {
    (void)&x;
    (void)sizeof x;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    x = 1;
    pthread_join(thread, 0);
    return 0;
}
