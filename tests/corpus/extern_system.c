// property: unreach-call
// verdict: UNKNOWN(getpriority is not modelled)
// What a header of the system declares promises something: it does not return just anything.
#include <assert.h>
#include <sys/resource.h>

int main(void) {
    assert(getpriority(PRIO_PROCESS, 0) < 100);
    return 0;
}
