// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Assembly that no execution gets to, in a loop, behind a label, in a case and in a thread that is never started.
#include <assert.h>
#include <pthread.h>

static int turns;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *never(void *p) {
    __asm__ volatile("made up" : "+r"(turns));
    return p;
}

static void *thread(void *p) {
    pthread_mutex_lock(&lock);
    switch (++turns) {
    case 1:
    case 2:
        break;
    default:
        __asm__ volatile("made up" : "=r"(turns));
    }
    pthread_mutex_unlock(&lock);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, turns > 5 ? never : thread, 0);
    thread(0);
    pthread_join(t, 0);
    while (turns > 2) {
        __asm__ volatile("made up" : "=r"(turns));
    behind:
        turns--;
    }
    if (turns == 7) goto behind;
    assert(turns == 2);
    return 0;
}
