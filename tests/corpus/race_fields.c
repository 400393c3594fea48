// property: no-data-race
// verdict: TRUE
// Members of a struct are different places, also when they share a word.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct { char a, b; short c; } s;

static void *thread(void *arg) {
    s.a++;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    s.b++;
    s.c++;
    pthread_join(t, 0);
    return 0;
}
