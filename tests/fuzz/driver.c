/* Runs generated multi-threaded programs many times, each run in a process of its own that is bound to one processor.
   One processor, and no optimisation, make every run sequentially consistent, as the semantics demands, however racy the program is.
   The variety of schedules comes from fuzz_yield, which the generator places between the statements. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned fuzz_seed, fuzz_threads;
static __thread unsigned fuzz_state, fuzz_number;
static pthread_mutex_t fuzz_block = PTHREAD_MUTEX_INITIALIZER;
static int fuzz_program;

static unsigned fuzz_random(void) {
    if (!fuzz_state) {
        fuzz_number = __atomic_fetch_add(&fuzz_threads, 1, __ATOMIC_SEQ_CST);
        fuzz_state = (fuzz_seed * 2654435761u) ^ (fuzz_number * 40503u + 1);
        if (!fuzz_state) fuzz_state = 1;
    }
    fuzz_state ^= fuzz_state << 13;
    fuzz_state ^= fuzz_state >> 17;
    fuzz_state ^= fuzz_state << 5;
    return fuzz_state >> 3;
}

static void fuzz_yield(void) {
    unsigned dice = fuzz_random();
    switch (fuzz_seed % 4) {
    case 0: /* now and then */
        if (dice % 4 == 0) sched_yield();
        break;
    case 1: /* nearly always */
        if (dice % 4) sched_yield();
        break;
    case 2: /* long pauses at a few places */
        if (dice % 3 == 0) usleep(dice / 3 % 60);
        else sched_yield();
        break;
    default: /* one thread is slow */
        if (fuzz_number == fuzz_seed / 4 % 4) usleep(10);
        else if (dice % 2) sched_yield();
    }
}

void reach_error(void) {
    char line[32];
    int n = snprintf(line, sizeof line, "%d error\n", fuzz_program);
    if (write(1, line, n) != n) abort();
    _exit(0);
}
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { reach_error(); abort(); }
_Bool __VERIFIER_nondet_bool(void) { return fuzz_random() / 7 & 1; }
void __VERIFIER_assume(int condition) { if (!condition) _exit(0); } /* a run that does not count leaves no line */
void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&fuzz_block); }
void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&fuzz_block); }

static void fuzz_run(int program, unsigned runs, int (*entry)(void), long long *const results[], int count) {
    for (unsigned run = 1; run <= runs; run++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            char line[1024];
            int n = 0;
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(run % sysconf(_SC_NPROCESSORS_ONLN), &one);
            sched_setaffinity(0, sizeof one, &one);
            alarm(10);
            fuzz_program = program;
            fuzz_seed = run + 977 * program;
            entry();
            n += snprintf(line, sizeof line, "%d", program);
            for (int i = 0; i < count; i++) n += snprintf(line + n, sizeof line - n, " %lld", *results[i]);
            line[n++] = '\n';
            if (write(1, line, n) != n) abort();
            _exit(0);
        }
        waitpid(child, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status)) {
            printf("%d stuck\n", program);
            fflush(stdout);
        }
    }
    printf("end %d\n", program);
    fflush(stdout);
}
