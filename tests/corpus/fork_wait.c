// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs)
// Children have numbers of their own; each is waited for once, and then there is none.
#include <assert.h>
#include <errno.h>
extern int fork(void), wait(int *), waitpid(int, int *, int), getpid(void), getppid(void);
extern void _exit(int);

int main(void) {
    int own = getpid(), first = fork();
    if (first == 0) {
        assert(getpid() != own && getppid() == own && wait(0) == -1);
        _exit(3);
    }
    int second = fork();
    if (second == 0)
        _exit(0);
    if (first > 0 && second > 0) {
        int status;
        assert(first != second && waitpid(second, 0, 0) == second);
        assert(wait(&status) == first);
        assert(wait(&status) == -1 && errno == ECHILD);
    }
    return 0;
}
