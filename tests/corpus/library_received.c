// property: unreach-call
// verdict: TRUE
// No call says that it moved more than it was asked to.
#include <assert.h>
#include <sys/types.h>
#include <unistd.h>
extern ssize_t recv(int, void *, size_t, int), send(int, const void *, size_t, int);
extern ssize_t recvfrom(int, void *, size_t, int, void *, unsigned *);

int main(void) {
    char text[2];
    assert(recv(0, text, 2, 0) <= 2);
    assert(pread(0, text, 2, 0) <= 2);
    assert(recvfrom(0, text, 1, 0, 0, 0) <= 1);
    assert(send(0, text, 2, 0) <= 2);
    return 0;
}
