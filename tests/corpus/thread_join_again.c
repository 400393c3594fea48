// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// The same variable holds one handle after the other; each is joined once.
#include <assert.h>
#include <pthread.h>

int x;

static void *add(void *arg) {
    x++;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    pthread_join(t, 0);
    pthread_create(&t, 0, add, 0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
