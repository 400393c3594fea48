// property: unreach-call
// verdict: UNKNOWN(unsupported: inline assembly (vmcall))
// As atomic_cut, but the section sees that a worker has begun and not ended.
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
    __VERIFIER_atomic_end();
    busy[self] = 0;
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
