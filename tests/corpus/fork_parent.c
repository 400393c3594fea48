// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs)
// Neither process sees what the other one writes; execv and _exit do not come back with success.
#include <assert.h>
extern int fork(void), wait(int *), execv(const char *, char *const[]);
extern void _exit(int);
static int number = 1;

int main(void) {
    char *arguments[] = {"ls", 0};
    int status, child = fork();
    if (child == 0) {
        number = 2;
        assert(execv("/bin/ls", arguments) == -1);
        _exit(127);
    }
    assert(number == 1 && (child > 0 || child == -1));
    if (child > 0 && wait(&status) > 0 && status == 0)
        number = 3;
    assert(number != 2);
    return 0;
}
