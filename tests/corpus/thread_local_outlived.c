// property: valid-memsafety
// verdict: FALSE
// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// A thread-local object ends with its thread, whoever still has its address.
#include <assert.h>
#include <pthread.h>
int *kept;
_Thread_local int own = 3;
void *lend(void *p) { kept = &own; return p; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, lend, 0);
    pthread_join(thread, 0);
    assert(*kept == 3);
}
