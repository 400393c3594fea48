// property: unreach-call
// verdict: FALSE
// verdict ordering: UNKNOWN(unresolved)
// A thread computes the address of a local of main from a quotient; main's reads are no private business then.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
uintptr_t eighth;
void *other(void *p) { *(long *)(eighth * 8) = 1; return p; }
int main(void) {
    pthread_t thread;
    long own[2] = {0};
    eighth = (uintptr_t)own / 8;
    pthread_create(&thread, 0, other, 0);
    long first = own[0];
    long second = own[0];
    pthread_join(thread, 0);
    assert(first == second);
}
