// property: no-data-race
// verdict: FALSE
// The write is followed by a loop that draws inputs before the thread's next shared access.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);

int x;

static void *thread(void *arg) {
    int last = 0;
    x = 1;
    for (int i = 0; i < 2; i++) last = __VERIFIER_nondet_bool();
    return (void *)(long)last;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    x = 2;
    while (!__VERIFIER_nondet_bool()) {}
    pthread_join(t, 0);
    return 0;
}
