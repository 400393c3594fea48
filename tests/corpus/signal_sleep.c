// property: unreach-call
// verdict: FALSE
// Sleep ends early.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>
static void handler(int number) {}
int main(void) {
    struct timespec second = {1, 0};
    signal(SIGINT, handler);
    int result = nanosleep(&second, 0);
    assert(result == 0 || errno != EINTR);
    return 0;
}
