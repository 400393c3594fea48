// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: a thread is detached that was joined or detached before)
// After a thread was joined, its handle means nothing.
#include <threads.h>

static int thread(void *arg) {
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, thread, 0);
    thrd_join(t, 0);
    thrd_detach(t);
    return 0;
}
