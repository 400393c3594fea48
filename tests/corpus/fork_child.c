// property: unreach-call
// verdict: FALSE
// The child is followed: it has the memory of the parent as it was.
#include <assert.h>
extern int fork(void);
static int number = 1;

int main(void) {
    if (fork() == 0)
        assert(number == 2);
    number = 2;
    return 0;
}
