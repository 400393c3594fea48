// property: no-data-race
// verdict: FALSE
// Reading a volatile variable is an access even if nobody wants the value (C11 5.1.2.3).
#include <pthread.h>

volatile int x;

void *reader(void *unused) {
    (void)x;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    x = 1;
    pthread_join(thread, 0);
    return 0;
}
