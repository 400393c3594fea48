// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs
// Descriptors that are open at the same time differ.
#include <assert.h>
#include <unistd.h>

int main(void) {
    int files[2], other = dup(0);
    if (pipe(files) == 0 && other >= 0)
        assert(files[0] != files[1] && files[0] != other && files[1] != other);
    return 0;
}
