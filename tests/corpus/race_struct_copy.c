// property: no-data-race
// verdict: FALSE
// A struct assignment reads every member.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct s { int a, b; } x, y;

static void *thread(void *arg) {
    x.b = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    y = x;
    pthread_join(t, 0);
    return 0;
}
