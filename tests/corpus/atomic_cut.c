// property: unreach-call
// verdict: TRUE
// What is not supported stands inside of an atomic section that accesses elements of arrays, and is never reached: where the
// elements differ, threads need not be tried in both orders.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static _Bool asked[4], busy[4];

static void *worker(void *argument) {
    long self = (long)argument;
    __VERIFIER_atomic_begin();
    busy[self] = 1;
    _Bool found = asked[self];
    busy[self] = 0;
    __VERIFIER_atomic_end();
    return found ? &asked[self] : 0;
}

static void ask(int number) {
    __VERIFIER_atomic_begin();
    _Bool works = busy[number];
    asked[number] = 1;
    if (works)
        __asm__ volatile("vmcall");
    __VERIFIER_atomic_end();
}

int main(void) {
    pthread_t one, two;
    void *result;
    pthread_create(&one, 0, worker, (void *)1);
    pthread_create(&two, 0, worker, (void *)2);
    ask(1);
    ask(2);
    pthread_join(one, &result);
    assert(!result || result == &asked[1]);
    pthread_join(two, &result);
    assert(!result || result == &asked[2]);
    return 0;
}
