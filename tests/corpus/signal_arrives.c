// property: unreach-call
// verdict: FALSE
// The handler runs before the loop has ended by itself.
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t stop;
static void handler(int number) { stop = number; }
int main(void) {
    int rounds = 0;
    signal(SIGTERM, handler);
    while (!stop && rounds < 3) rounds++;
    assert(rounds == 3);
    return 0;
}
