// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: longjmp to a function of another thread)
// A jump to a function of another thread.
#include <pthread.h>
#include <setjmp.h>
static jmp_buf place;

static void *run(void *argument) {
    longjmp(place, 1);
    return argument;
}

int main(void) {
    pthread_t other;
    if (setjmp(place) == 0) {
        pthread_create(&other, 0, run, 0);
        pthread_join(other, 0);
    }
    return 0;
}
