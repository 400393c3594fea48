// property: unreach-call
// verdict: TRUE
// A handler with one access is never half done.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static volatile sig_atomic_t first;
static void handler(int number) { first = 1; }
static void *look(void *unused) {
    if (first)
        assert(first);
    return unused;
}
int main(void) {
    pthread_t thread;
    signal(SIGINT, handler);
    pthread_create(&thread, 0, look, 0);
    pthread_join(thread, 0);
    return 0;
}
