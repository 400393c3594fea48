// property: unreach-call
// verdict: FALSE
// Main creates threads for ever; two of them are enough, and the schedule that is shown is not one with thousands.
#include <assert.h>
#include <pthread.h>
int busy;
void *work(void *p) {
    busy = 1;
    assert(busy == 1);
    busy = 0;
    return p;
}
int main(void) {
    pthread_t thread;
    for (;;) pthread_create(&thread, 0, work, 0);
}
