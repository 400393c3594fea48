// property: unreach-call
// verdict: FALSE
// But perhaps less.
#include <assert.h>
#include <sys/types.h>
extern ssize_t recv(int, void *, size_t, int);

int main(void) {
    char text[2];
    assert(recv(0, text, 2, 0) == 2);
    return 0;
}
