// property: unreach-call
// verdict: TRUE
// The one that replaces 0 wins; flags as outputs, operands by name, a label of the function as target.
#include <assert.h>
#include <pthread.h>
static int owner, winners;

static void *take(void *p) {
    int found = 0, won;
    asm volatile("lock cmpxchgl %[new], %[place]" : "=@cce"(won), "+a"(found), [place] "+m"(owner) : [new] "r"(1) : "memory");
    asm goto("testl %0, %0\n\tjz %l[lost]" : : "r"(won) : "cc" : lost);
    asm volatile("lock; addl %1, %0" : "+m"(winners) : "ir"(1) : "memory", "cc");
    return 0;
lost:
    assert(found == 1);
    return 0;
}
int main(void) {
    pthread_t one;
    pthread_create(&one, 0, take, 0);
    take(0);
    pthread_join(one, 0);
    assert(winners == 1);
    return 0;
}
