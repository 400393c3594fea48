// property: unreach-call
// verdict: TRUE
// Inline assembly that only waits, or orders what is ordered anyway.
#include <assert.h>
#include <pthread.h>
static volatile int flag;
static int data;
static void *publish(void *p) {
    data = 1;
    __asm__ __volatile__("mfence" ::: "memory");
    flag = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, publish, 0);
    while (!flag) {
        asm volatile("pause\n" ::: "memory");
        __asm__ __volatile__("rep; nop" ::: "memory");
    }
    assert(data == 1);
    pthread_join(t, 0);
    return 0;
}
