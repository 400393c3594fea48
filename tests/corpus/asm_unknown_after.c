// property: unreach-call
// verdict: FALSE
// What fails before an instruction that is not in the tables fails whatever it does.
#include <assert.h>
#include <pthread.h>
int number;

static void *count(void *p) {
    number = number + 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    assert(number == 0);
    __asm__ volatile("vmcall" : : : "memory");
    pthread_join(t, 0);
    return 0;
}
