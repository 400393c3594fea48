// property: unreach-call
// verdict: FALSE
// property: valid-memsafety
// verdict: TRUE
// A handler that was installed ends pause, which then fails.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>
static void handler(int number) {}
int main(void) {
    signal(SIGINT, handler);
    int result = pause();
    assert(result == -1 && errno != EINTR);
    return 0;
}
