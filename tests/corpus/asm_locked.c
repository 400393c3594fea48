// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Lock prefixes, as Linux writes them: the place of the prefix is noted in another section.
#include <assert.h>
#include <pthread.h>
#define LOCK_PREFIX ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; "
static int counter, total;

static void *count(void *p) {
    int old = 2;
    asm volatile(LOCK_PREFIX "incl %0" : "+m"(counter));
    asm volatile(LOCK_PREFIX "xaddl %0, %1" : "+r"(old), "+m"(total) : : "memory");
    return 0;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, count, 0);
    pthread_create(&two, 0, count, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(counter == 2 && total == 4);
    return 0;
}
