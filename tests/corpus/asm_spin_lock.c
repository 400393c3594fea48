// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// A lock out of `xchg`, which needs no prefix, and `mov`, which releases on this processor.
#include <assert.h>
#include <pthread.h>
static int locked, data;

static void lock(void) {
    asm volatile("1: movl $1, %%eax\n"
                 "   xchgl %%eax, %0\n"
                 "   testl %%eax, %%eax\n"
                 "   jz 2f\n"
                 "   pause\n"
                 "   jmp 1b\n"
                 "2:"
                 : "+m"(locked)
                 :
                 : "eax", "cc", "memory");
}
static void unlock(void) {
    asm volatile("movl %1, %0" : "=m"(locked) : "i"(0) : "memory");
}
static void *count(void *p) {
    lock();
    data = data + 1;
    unlock();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    count(0);
    pthread_join(t, 0);
    assert(data == 2);
    return 0;
}
