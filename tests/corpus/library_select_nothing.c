// property: unreach-call
// verdict: FALSE
// select with a limit may find nothing, and the sets are empty then.
#include <assert.h>
struct set { unsigned long bits[16]; };
struct time { long seconds, parts; };
extern int select(int, struct set *, struct set *, struct set *, struct time *);

int main(void) {
    struct set reading = {{1}};
    struct time limit = {1, 0};
    if (select(1, &reading, 0, 0, &limit) == 0)
        assert(reading.bits[0] == 1);
    return 0;
}
