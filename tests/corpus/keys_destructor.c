// property: unreach-call
// verdict: FALSE
// Destructors of several keys run in any order.
#include <assert.h>
#include <pthread.h>
pthread_key_t first, second;
int last;

void one(void *value) {
    last = 1;
}

void two(void *value) {
    last = 2;
}

void *thread(void *arg) {
    pthread_setspecific(first, arg);
    pthread_setspecific(second, arg);
    pthread_exit(0);
}

int main(void) {
    pthread_t t;
    pthread_key_create(&first, one);
    pthread_key_create(&second, two);
    pthread_create(&t, 0, thread, &t);
    pthread_join(t, 0);
    assert(last == 2);
    return 0;
}
