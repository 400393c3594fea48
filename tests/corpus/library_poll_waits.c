// property: unreach-call
// verdict: TRUE
// poll and ppoll without a limit find something, or fail.
#include <assert.h>
struct entry { int file; short events, found; };
extern int poll(struct entry *, unsigned long, int);
extern int ppoll(struct entry *, unsigned long, const void *, const void *);

int main(void) {
    struct entry entry = {0, 1, 0};
    assert(poll(&entry, 1, -1) != 0);
    int found = ppoll(&entry, 1, 0, 0);
    assert(found == -1 || found == 1);
    return 0;
}
