// property: unreach-call
// verdict: FALSE
// pthread_exit in main ends only main.
#include <assert.h>
#include <pthread.h>

int done;

static void *thread(void *arg) {
    while (!__atomic_load_n(&done, __ATOMIC_SEQ_CST)) {}
    assert(0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    __atomic_store_n(&done, 1, __ATOMIC_SEQ_CST);
    pthread_exit(0);
}
