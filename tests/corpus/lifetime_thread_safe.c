// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Each thread is joined in the iteration that its argument belongs to.
#include <assert.h>
#include <pthread.h>
static int sum;
static void *work(void *p) {
    sum += *(int *)p;
    return 0;
}
int main(void) {
    for (int i = 0; i < 2; i++) {
        int argument = i + 1;
        pthread_t t;
        pthread_create(&t, 0, work, &argument);
        pthread_join(t, 0);
    }
    assert(sum == 3);
    return 0;
}
