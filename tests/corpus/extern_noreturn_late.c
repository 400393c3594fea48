// property: unreach-call
// verdict: FALSE
// What a function that does not return overwrites is seen by the other thread, before the program ends.
#include <assert.h>
#include <pthread.h>

extern void die(_Bool *) __attribute__((noreturn));
_Bool flag;

void *watch(void *unused) {
    assert(flag == 0);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, watch, 0);
    die(&flag);
}
