// property: unreach-call
// verdict: TRUE
// What was found is what was asked for, or an error, and the result is the number of entries.
#include <assert.h>
#include <poll.h>

int main(void) {
    struct pollfd entries[2] = {{0, POLLIN, 0}, {-1, POLLOUT, 0}};
    int found = poll(entries, 2, -1);
    assert(found >= -1 && found <= 1);
    if (found == 0)
        assert(entries[0].revents == 0);
    if (found > 0)
        assert(entries[0].revents != 0 && !(entries[0].revents & POLLOUT) && entries[1].revents == 0);
    return 0;
}
