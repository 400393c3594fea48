// LOCK: TRUE(unreach-call)
// LOCK: TRUE(no-deadlock)
// LOCK: TRUE(no-data-race)
// NO_WAKE: FALSE(no-deadlock)
// UNCHECKED: FALSE(unreach-call)
// LATE: FALSE(unreach-call)
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* 0: free, 1: taken, 2: taken, and somebody may wait */
atomic_int word;
int inside, counter;

static void lock(void) {
    int found = 0;
    if (atomic_compare_exchange_strong(&word, &found, 1))
        return;
#ifdef UNCHECKED
    syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0);
    atomic_store(&word, 2); /* as if waking up were to own it */
#else
    while (atomic_exchange(&word, 2) != 0)
        syscall(SYS_futex, &word, FUTEX_WAIT, 2, NULL, NULL, 0);
#endif
}

static void unlock(void) {
    if (atomic_exchange(&word, 0) == 2) {
#ifndef NO_WAKE
        syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
#endif
    }
}

void *run(void *arg) {
    lock();
    inside++;
    assert(inside == 1);
    counter++;
    inside--;
    unlock();
    return 0;
}

int main(void) {
#ifdef LATE
    word = 1;
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0) == 0);
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 2, NULL, NULL, 0) == 0);
#else
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    run(0);
    pthread_join(thread, 0);
    assert(counter == 2);
#endif
    return 0;
}
