// property: unreach-call
// verdict: FALSE
// poll with a limit may find nothing.
#include <assert.h>
struct entry { int file; short events, found; };
extern int poll(struct entry *, unsigned long, int);

int main(void) {
    struct entry entry = {0, 1, 0};
    assert(poll(&entry, 1, 100) != 0);
    return 0;
}
