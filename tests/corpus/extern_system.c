// property: unreach-call
// verdict: UNKNOWN(get_phys_pages is not modelled)
// What a header of the system declares promises something: it does not return just anything.
#include <assert.h>
#include <sys/sysinfo.h>

int main(void) {
    assert(get_phys_pages() > 0);
    return 0;
}
