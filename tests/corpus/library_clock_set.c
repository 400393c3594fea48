// property: unreach-call
// verdict: FALSE
// The clock of the day may be set back.
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec first, second;
    clock_gettime(CLOCK_REALTIME, &first);
    clock_gettime(CLOCK_REALTIME, &second);
    assert(second.tv_sec >= first.tv_sec);
    return 0;
}
