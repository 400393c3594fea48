// property: unreach-call
// verdict: TRUE
// Priorities lie in a range; -1 is one of them, and the sign of an error.
#include <assert.h>
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void) {
    errno = 0;
    int before = getpriority(PRIO_PROCESS, 0), after = nice(1);
    if (errno) assert(before == -1 || after == -1);
    assert(-20 <= before && before < 20 && -20 <= after && after < 20);
    return 0;
}
