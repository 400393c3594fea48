// property: no-data-race
// verdict: TRUE
// A field of width 0 separates them.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct { unsigned char a : 3; unsigned char : 0; unsigned char b : 5; } s;

static void *thread(void *arg) {
    s.a = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    s.b = 1;
    pthread_join(t, 0);
    return 0;
}
