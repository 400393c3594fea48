// property: unreach-call
// verdict: TRUE
// Priorities lie in a range; -1 is one of them, and the sign of an error.
#include <assert.h>
#include <errno.h>
#include <sys/resource.h>

int main(void) {
    errno = 0;
    int found = getpriority(PRIO_PROCESS, 0);
    assert(errno ? found == -1 : -20 <= found && found < 20);
    return 0;
}
