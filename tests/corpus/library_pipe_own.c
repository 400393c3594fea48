// property: unreach-call
// verdict: UNKNOWN(what the program writes into its pipes and counters is not followed to where it is read)
// verdict explicit: UNKNOWN(
// property: no-deadlock
// verdict: UNKNOWN(what the program writes into its pipes and counters is not followed to where it is read)
// verdict explicit: UNKNOWN(
// Both ends of a pipe: what comes out is what was put in, and reading waits for it.
#include <assert.h>
#include <unistd.h>

int main(void) {
    int files[2];
    char byte;
    if (pipe(files) == 0 && write(files[1], "a", 1) == 1 && read(files[0], &byte, 1) == 1)
        assert(byte == 'a');
    return 0;
}
