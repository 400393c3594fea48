// property: unreach-call
// verdict: UNKNOWN(what other threads and handlers do while a handler runs
// The thread may look while main is interrupted by a handler that is half done.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static volatile sig_atomic_t first, second;
static void handler(int number) {
    first = 1;
    second = 1;
}
static void *look(void *unused) {
    if (first)
        assert(second);
    return unused;
}
int main(void) {
    pthread_t thread;
    signal(SIGINT, handler);
    pthread_create(&thread, 0, look, 0);
    pthread_join(thread, 0);
    return 0;
}
