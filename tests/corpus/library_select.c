// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs
// select and pselect find no more descriptors than the sets hold, and at least one if they wait without a limit.
#include <assert.h>
struct set { unsigned long bits[16]; };
struct time { long seconds, parts; };
extern int select(int, struct set *, struct set *, struct set *, struct time *);
extern int pselect(int, struct set *, struct set *, struct set *, const struct time *, const void *);

int main(void) {
    struct set reading = {{5}}, writing = {{1}};
    int found = select(1, &reading, &writing, 0, 0);
    assert(found == -1 || found == 1 || found == 2);
    if (found == 2)
        assert(reading.bits[0] == 1 && writing.bits[0] == 1);
    struct set failing = {{6}};
    struct time limit = {1, 0};
    found = pselect(3, 0, 0, &failing, &limit, 0);
    assert(found >= -1 && found <= 2);
    return 0;
}
