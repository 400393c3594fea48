/* What one thread can see: return codes of every kind of object. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
int initialised;

static void initialise(void) {
    initialised++;
}

static void *identity(void *argument) {
    return argument;
}

static void mutexes(void) {
    struct timespec past = {0, 0};
    assert(pthread_mutex_lock(&normal) == 0 && pthread_mutex_trylock(&normal) == EBUSY);
    assert(pthread_mutex_timedlock(&normal, &past) == ETIMEDOUT && pthread_mutex_unlock(&normal) == 0);
    assert(pthread_mutex_timedlock(&normal, &past) == 0 && pthread_mutex_unlock(&normal) == 0);
    assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0 && pthread_mutex_trylock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_lock(&checking) == 0 && pthread_mutex_lock(&checking) == EDEADLK && pthread_mutex_trylock(&checking) == EBUSY);
    assert(pthread_mutex_unlock(&checking) == 0 && pthread_mutex_unlock(&checking) == EPERM);
    pthread_mutexattr_t attribute;
    int kind;
    assert(pthread_mutexattr_init(&attribute) == 0 && pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE) == 0);
    assert(pthread_mutexattr_gettype(&attribute, &kind) == 0 && kind == PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_t *heap = malloc(sizeof *heap);
    assert(pthread_mutex_init(heap, &attribute) == 0 && pthread_mutexattr_destroy(&attribute) == 0);
    assert(pthread_mutex_lock(heap) == 0 && pthread_mutex_lock(heap) == 0 && pthread_mutex_destroy(heap) == EBUSY);
    assert(pthread_mutex_unlock(heap) == 0 && pthread_mutex_unlock(heap) == 0 && pthread_mutex_destroy(heap) == 0);
    free(heap);
}

static void other_locks(void) {
    assert(pthread_rwlock_rdlock(&rwlock) == 0 && pthread_rwlock_tryrdlock(&rwlock) == 0 && pthread_rwlock_trywrlock(&rwlock) == EBUSY);
    assert(pthread_rwlock_unlock(&rwlock) == 0 && pthread_rwlock_unlock(&rwlock) == 0 && pthread_rwlock_wrlock(&rwlock) == 0);
    assert(pthread_rwlock_tryrdlock(&rwlock) == EBUSY && pthread_rwlock_rdlock(&rwlock) == EDEADLK);
    assert(pthread_rwlock_unlock(&rwlock) == 0 && pthread_rwlock_destroy(&rwlock) == 0);
    pthread_spinlock_t spin;
    assert(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE) == 0 && pthread_spin_lock(&spin) == 0);
    assert(pthread_spin_trylock(&spin) == EBUSY && pthread_spin_unlock(&spin) == 0 && pthread_spin_trylock(&spin) == 0);
    sem_t semaphore;
    int value;
    assert(sem_init(&semaphore, 0, 1) == 0 && sem_wait(&semaphore) == 0 && sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    assert(sem_post(&semaphore) == 0 && sem_post(&semaphore) == 0 && sem_getvalue(&semaphore, &value) == 0 && value == 2);
    assert(sem_destroy(&semaphore) == 0);
    pthread_barrier_t barrier;
    assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL && pthread_barrier_init(&barrier, 0, 1) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD && pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
}

static void attributes(void) {
    pthread_attr_t attribute;
    int state;
    size_t size;
    assert(pthread_attr_init(&attribute) == 0 && pthread_attr_getdetachstate(&attribute, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&attribute, PTHREAD_CREATE_DETACHED) == 0 && pthread_attr_setstacksize(&attribute, 1 << 20) == 0);
    assert(pthread_attr_getdetachstate(&attribute, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_getstacksize(&attribute, &size) == 0 && size == 1 << 20 && pthread_attr_destroy(&attribute) == 0);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state) == 0 && state == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state) == 0 && state == PTHREAD_CANCEL_DISABLE);
    pthread_condattr_t condition;
    clockid_t clock;
    assert(pthread_condattr_init(&condition) == 0 && pthread_condattr_setclock(&condition, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_getclock(&condition, &clock) == 0 && clock == CLOCK_MONOTONIC);
}

int main(void) {
    mutexes();
    other_locks();
    attributes();
    assert(pthread_once(&once, initialise) == 0 && pthread_once(&once, initialise) == 0 && initialised == 1);
    pthread_key_t first, second;
    assert(pthread_key_create(&first, 0) == 0 && pthread_key_create(&second, free) == 0 && first != second);
    assert(!pthread_getspecific(first) && pthread_setspecific(first, &once) == 0 && pthread_getspecific(first) == &once);
    assert(!pthread_getspecific(second) && pthread_key_delete(first) == 0);
    pthread_t thread;
    void *result;
    assert(pthread_create(&thread, 0, identity, &once) == 0 && !pthread_equal(thread, pthread_self()));
    assert(pthread_join(thread, &result) == 0 && result == &once && pthread_equal(pthread_self(), pthread_self()));
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
    return 0;
}
