/* Reader-writer locks. Word 0: the number of readers, or minus (thread number + 1) of the writer, or DESTROYED. A reader has to wait
   for a writer that holds the lock, not for one that waits for it (glibc's default). Word 1, in programs that choose it: the kind. Where
   writers come first, a reader that joins others may have to wait for a writer that waits: not explored where that matters, for
   deadlocks and attempts. For no-deadlock, word 2 is a mask of the first 32 threads that read, and word 3 of those among them that
   have locked more than once and may do so still. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

#define MINE (-(int)__tp_self() - 1)
#define CHOSEN __tp_calls("pthread_rwlockattr_setkind_np")

/* For happens-before: what writers have released is at word 0, what readers have at RELEASED. Readers do not wait for each other. */
#define RELEASED 2

#define DESTROYED (-0x7fffffff)
#define REQUIRE(value)                                                                                                                       \
    if (__tp_calls("pthread_rwlock_destroy"))                                                                                                \
    __tp_check((value) != DESTROYED, "invalid-call", "a reader-writer lock is used that was destroyed")

static void __tp_writers_first(const int *word, int value) {
    if (CHOSEN && value > 0 && word[1] == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        __tp_cut("reader-writer locks that prefer writers are not modelled");
}

#ifdef __TP_HOLDERS
#define READERS 2
#define AGAIN 3
#define READER(i) (readers >> i & 1 ? i : -1)
#define EIGHT(i) READER(i), READER(i + 1), READER(i + 2), READER(i + 3), READER(i + 4), READER(i + 5), READER(i + 6), READER(i + 7)
static unsigned __tp_reader(void) {
    unsigned me = __tp_self();
    return me < 32 ? 1U << me : 0;
}

static void __tp_reads(unsigned *word) {
    unsigned mine = __tp_reader();
    word[AGAIN] |= word[READERS] & mine; //! -
    word[READERS] |= mine; //! -
}

static void __tp_stops_reading(unsigned *word, int value) {
    unsigned mine = __tp_reader();
    _Bool last = value == 1;
    if (value < 0)
        return;
    __tp_check((word[READERS] & mine) == mine, "invalid-call", "a reader-writer lock is unlocked by a thread that does not hold it");
    if (last)
        word[AGAIN] = 0; //! -
    word[READERS] = last ? 0 : word[READERS] & ~(mine & ~word[AGAIN]); //! -
}

/* Inside of an atomic section: wait until no thread holds the lock. */
static void __tp_await_writing(const unsigned *word, int value) {
    unsigned readers = value > 0 ? word[READERS] & ~word[AGAIN] : 0;
    __tp_await(value == 0, -value - 1, EIGHT(0), EIGHT(8), EIGHT(16), EIGHT(24));
}
#else
#define __tp_reads(word)
#define __tp_stops_reading(word, value)
#define __tp_await_writing(word, value) __tp_await(value == 0)
#endif

//: modelled: no thread holds the lock
int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attribute) {
    int kind = CHOSEN && attribute ? ((const int *)attribute)[1] : 0;
    __tp_atomic_begin();
    *(int *)lock = 0; //! initialises $
#ifdef __TP_HOLDERS
    ((int *)lock)[READERS] = 0; //! -
    ((int *)lock)[AGAIN] = 0; //! -
#endif
    if (CHOSEN)
        ((int *)lock)[1] = kind; //! -
    __tp_release((int *)lock);
    __tp_atomic_end();
    return 0;
}

//: modelled: its use is undefined until it is initialised again; undefined when a thread holds the lock
int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    int *word = (int *)lock;
    __tp_atomic_begin();
    int value = *word;
    REQUIRE(value);
    __tp_check(value == 0, "invalid-call", "a reader-writer lock is destroyed that a thread holds");
    *word = DESTROYED; //! destroys $
    __tp_acquire(word);
    __tp_acquire(word + RELEASED);
    __tp_release(word);
    __tp_atomic_end();
    return 0;
}

//: modelled: one atomic step, possible when no writer holds the lock; EDEADLK when the caller holds it for writing
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    int *word = (int *)lock;
    int mine = MINE;
    int result = 0;
    __tp_atomic_begin();
    int value = *word;
    REQUIRE(value);
    if (value == mine) {
        result = EDEADLK;
    } else {
#ifdef __TP_WAITERS
        __tp_writers_first(word, value);
#endif
        __tp_await(value >= 0, -value - 1);
        *word = value + 1; //! locks $ for reading
        __tp_reads((unsigned *)word);
        __tp_acquire(word);
    }
    __tp_atomic_end();
    return result;
}

int __tp_rwlock_tryread(pthread_rwlock_t *lock, int busy) {
    int *word = (int *)lock;
    __tp_atomic_begin();
    int value = *word;
    REQUIRE(value);
    __tp_writers_first(word, value);
    if (value >= 0) {
        *word = value + 1; //! locks $ for reading
        __tp_reads((unsigned *)word);
        __tp_acquire(word);
    } else {
        __tp_look(word);
    }
    __tp_atomic_end();
    return value >= 0 ? 0 : busy;
}

//: modelled: one atomic step; EBUSY exactly when a writer holds the lock
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    return __tp_rwlock_tryread(lock, EBUSY);
}

//: modelled: one atomic step; may time out whenever a writer holds the lock
int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict until) {
    return __tp_rwlock_tryread(lock, ETIMEDOUT);
}

//: modelled: one atomic step, possible when no thread holds the lock; EDEADLK when the caller holds it for writing
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    int *word = (int *)lock;
    int mine = MINE;
    int result = 0;
    __tp_atomic_begin();
    int value = *word;
    REQUIRE(value);
    if (value == mine) {
        result = EDEADLK;
    } else {
        __tp_await_writing((const unsigned *)word, value);
        *word = mine; //! locks $ for writing
        __tp_acquire(word);
        __tp_acquire(word + RELEASED);
    }
    __tp_atomic_end();
    return result;
}

int __tp_rwlock_trywrite(pthread_rwlock_t *lock, int busy) {
    int *word = (int *)lock;
    int mine = MINE;
    __tp_atomic_begin();
    int value = *word;
    REQUIRE(value);
    if (value == 0) {
        *word = mine; //! locks $ for writing
        __tp_acquire(word);
        __tp_acquire(word + RELEASED);
    } else {
        __tp_look(word);
    }
    __tp_atomic_end();
    return value == 0 ? 0 : busy;
}

//: modelled: one atomic step; EBUSY exactly when a thread holds the lock
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    return __tp_rwlock_trywrite(lock, EBUSY);
}

//: modelled: one atomic step; may time out whenever a thread holds the lock
int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict until) {
    return __tp_rwlock_trywrite(lock, ETIMEDOUT);
}

//: modelled: one atomic step; undefined when the lock is free or another thread holds it for writing
int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    int *word = (int *)lock;
    int mine = MINE;
    __tp_atomic_begin();
    int value = *word;
    REQUIRE(value);
    __tp_check(value > 0 || value == mine, "invalid-call", "a reader-writer lock is unlocked by a thread that does not hold it");
    __tp_stops_reading((unsigned *)word, value);
    *word = value > 0 ? value - 1 : 0; //! unlocks $
    if (value > 0)
        __tp_release(word + RELEASED);
    else
        __tp_release(word);
    __tp_atomic_end();
    return 0;
}

/* Word 0: processes share it; word 1: the preference. */
//: modelled: attributes are remembered; of their effects only deadlocks of locks that prefer writers matter, which are not explored
int pthread_rwlockattr_init(pthread_rwlockattr_t *attribute) {
    ((int *)attribute)[0] = 0;
    ((int *)attribute)[1] = 0;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attribute) {
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attribute, int shared) {
    ((int *)attribute)[0] = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict attribute, int *restrict shared) {
    *shared = ((const int *)attribute)[0];
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attribute, int kind) {
    ((int *)attribute)[1] = kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict attribute, int *restrict kind) {
    *kind = ((const int *)attribute)[1];
    return 0;
}
