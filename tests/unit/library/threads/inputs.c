// RANGES engine=ordering: TRUE(unreach-call)
// CHARACTER: FALSE(unreach-call)
// END: FALSE(unreach-call)
// CONTENT: FALSE(unreach-call)
// NO_FILE: FALSE(valid-memsafety)
// SCANNED: FALSE(unreach-call)
// NOT_SCANNED: FALSE(unreach-call)
// RANDOM: TRUE(unreach-call)
// DIE: FALSE(unreach-call)
// PROCESS engine=ordering: TRUE(unreach-call)
// PARENT engine=ordering: FALSE(unreach-call)
// WAITING: TRUE(unreach-call)
// PAUSE: FALSE(no-deadlock)
// FLOATS: UNKNOWN(unreach-call)
// AT_EXIT: FALSE(unreach-call)
// ABORTS: TRUE(unreach-call)
#include <assert.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

void check(void) {
    assert(0);
}

int main(void) {
    char text[3] = "";
    struct timespec moment = {0, 1};
#if defined RANGES
    int c = getchar();
    assert(c >= -1 && c <= 255);
    ssize_t n = read(0, text, 2);
    assert(n >= -1 && n <= 2 && text[2] == 0);
    char *line = fgets(text, 3, stdin);
    assert(line == 0 || (line == text && text[2] == 0));
    assert(fclose(stdin) <= 0);
#elif defined CHARACTER
    assert(getchar() != 'x');
#elif defined END
    assert(getchar() != EOF);
#elif defined CONTENT
    if (read(0, text, 2) == 2)
        assert(text[0] != 'a' || text[1] != 'b');
#elif defined NO_FILE
    FILE *file = fopen("name", "r");
    *(char *)file = 1;
#elif defined SCANNED
    assert(scanf("%c", text) != 1 || text[0] != 'x');
#elif defined NOT_SCANNED
    assert(scanf("%c%*d", text) > 0);
#elif defined RANDOM
    int value = rand(), die = random() % 6;
    assert(value >= 0 && die >= 0 && die < 6 && write(1, text, 3) <= 3 && fwrite(text, 1, 2, stdout) <= 2);
#elif defined DIE
    assert(rand() % 6 != 5);
#elif defined PROCESS
    assert(getpid() == getpid() && getppid() == getppid());
    assert(sysconf(_SC_PAGESIZE) == sysconf(_SC_PAGESIZE) && sysconf(_SC_NPROCESSORS_ONLN) > 0);
#elif defined PARENT
    assert(getpid() != getppid());
#elif defined WAITING
    assert(sleep(1) == 0 && usleep(5) == 0 && sched_yield() == 0 && nanosleep(&moment, 0) == 0);
#elif defined PAUSE
    pause();
#elif defined FLOATS
    sprintf(text, "%f", 1.5);
#elif defined AT_EXIT
    atexit(check);
#elif defined ABORTS
    abort();
    assert(0);
#endif
    printf("%d\n", rand());
    return 0;
}
