// property: unreach-call
// verdict: TRUE
// Two at a time, joined in the other order; the handles are compared.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_t self[2];

static void *thread(void *arg) {
    self[(long)arg] = pthread_self();
    return arg;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        pthread_t t, u;
        void *first, *second;
        pthread_create(&t, 0, thread, (void *)0);
        pthread_create(&u, 0, thread, (void *)1);
        assert(!pthread_equal(t, u) && !pthread_equal(t, pthread_self()));
        pthread_join(u, &second);
        pthread_join(t, &first);
        assert(pthread_equal(self[0], t) && pthread_equal(self[1], u));
        assert((long)first == 0 && (long)second == 1);
    }
    return 0;
}
