/* What the parts of the runtime share: script.c reads the schedule, runtime.c decides who may go on, hooks.c is what the compiler calls, library.c are the functions
   of the C library that threads use, verifier.c those of verification tasks. All of them are one unit, unit.c, so that no name of ours
   meets one of the program. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define MOST_THREADS 1024
#define LARGEST 64 /* bytes of a mutex and its like */

/* One entry of the schedule. Kinds: r, w, u (an atomic update), c (a call begins), d (a call goes on), s (creates), j (joins). */
struct event {
    char kind, done;
    int thread, block, object, offset, size, line, other, race;
    char name[40];
};
enum { MEETS = 1, FIRST, SECOND }; /* of an access that races: as in script.py */

/* Something in memory that the schedule mentions. Where it is may turn out only when it is first used. */
struct object {
    uintptr_t address;
    int known, maker, number; /* the thread that allocates it, and its how many-th allocation that is; 0: not on the heap */
    char name[80];
};

struct doing {
    char kind;
    const char *name;
    uintptr_t address;
    int size, line;
};

struct input {
    long long whole;
    double real;
    char taken, name[80];
};

struct thread {
    int live, ended, free, blocked, input_count, allocations;
    int deadlocked, seen_blocked; /* it is to wait for ever while others go on; it has been seen to wait */
    unsigned long calls, seen_calls; /* functions that it has called, when it was looked at */
    uintptr_t waits; /* the condition variable */
    int signalled;
    void *result;
    struct input *inputs;
    struct doing doing;
    char note[120];
};

static struct event *events;
static struct object *objects;
static struct thread threads[MOST_THREADS];
static int position; /* the current block */
static char property[32];
static __thread int me = -1;

static void lock(void), unlock(void), wait_for_change(void), something_changed(void), leave(void);
static struct event *arrive(const struct doing *), *upcoming(void);
static void access_memory(char, const volatile void *, size_t, void *);
static void heap_object(uintptr_t);
static int turn_of(int);
_Noreturn static void fail(const char *), end_of_program(const char *), finish(const char *, const char *, ...);

static struct input *input(const char *);

void *__real_memset(void *, int, size_t), *__real_memcpy(void *, const void *, size_t), *__real_memmove(void *, const void *, size_t);
void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);
int __real_pthread_mutex_lock(pthread_mutex_t *), __real_pthread_mutex_unlock(pthread_mutex_t *);
int __real_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *), __real_pthread_cond_broadcast(pthread_cond_t *);
int __real_usleep(unsigned);
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
_Noreturn void __real_pthread_exit(void *);
