// property: unreach-call
// verdict: FALSE
// property: no-data-race
// verdict: FALSE
// Without the lock prefix an instruction reads first and writes later.
#include <assert.h>
#include <pthread.h>
static int counter;

static void *count(void *p) {
    asm volatile("incl %0" : "+m"(counter) : : "memory");
    return 0;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, count, 0);
    pthread_create(&two, 0, count, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(counter == 2);
    return 0;
}
