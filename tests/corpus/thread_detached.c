// property: unreach-call
// verdict: FALSE
// Nobody waits for a detached thread: its work may or may not be done.
#include <pthread.h>
extern void reach_error(void);

int x;

static void *thread(void *arg) {
    pthread_detach(pthread_self());
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_create(&t, &attr, thread, 0);
    if (__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 0) reach_error();
    return 0;
}
