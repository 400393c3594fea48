// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Every thread is joined before the block that its argument belongs to is left.
#include <assert.h>
#include <pthread.h>
static int sum;
static void *add(void *p) {
    sum += *(int *)p;
    return 0;
}
int main(void) {
    pthread_t t;
    {
        int argument = 1;
        pthread_create(&t, 0, add, &argument);
        pthread_join(t, 0);
    }
    {
        int argument = 2;
        pthread_create(&t, 0, add, &argument);
        pthread_join(t, 0);
    }
    assert(sum == 3);
    return 0;
}
