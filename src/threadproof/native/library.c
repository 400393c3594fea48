/* The functions of the C library through which threads meet, as plain state under the lock of the runtime: what POSIX says, with the
   schedule deciding who goes first. Objects are told apart by their addresses; their content is not used, so that programs that
   were preprocessed for another machine run as well. Conditions may wake up spuriously where the schedule says so. */

struct item {
    uintptr_t address;
    int owner, count, kind; /* the owner's number + 1; how often it is held, readers, a semaphore's value; the kind of a mutex */
    int limit, round;       /* of a barrier */
    struct item *next;
};
static struct item *items;

static struct item *item(const void *address) {
    for (struct item *i = items; i; i = i->next)
        if (i->address == (uintptr_t)address)
            return i;
    struct item *new = __real_calloc(1, sizeof *new);
    new->address = (uintptr_t)address;
    new->next = items;
    return items = new;
}

static struct item *fresh(const void *address) {
    struct item *i = item(address), *next = i->next;
    memset(i, 0, sizeof *i);
    i->address = (uintptr_t)address;
    i->next = next;
    return i;
}

/* A call begins: waits for its turn. The lock is held from here to `done`. */
static struct event *begin(char kind, const char *name, const void *address) {
    struct doing doing = {kind, name, (uintptr_t)address, 0, 0};
    lock();
    if (me >= 0)
        threads[me].calls++;
    return arrive(&doing);
}

/* The rest of a call that takes several turns. */
static void go_on(const char *name) {
    struct doing doing = {'d', name, 0, 0, 0};
    arrive(&doing);
}

static int done(int result) {
    something_changed();
    unlock();
    return result;
}

static void block(void) {
    threads[me].blocked = 1;
    wait_for_change();
    threads[me].blocked = 0;
}

#define CALL(object) begin('c', __func__ + 7, object)
#define NAME (__func__ + 7)
#define NOTHING(name, ...) int __wrap_##name(__VA_ARGS__) { CALL(p); return done(0); }
#define FRESH(name, ...) int __wrap_##name(__VA_ARGS__) { CALL(p); fresh(p); return done(0); }

/* ---- threads --------------------------------------------------------------------------------------------------------- */

struct start { void *(*function)(void *); void *argument; int number; };

static void ended(void *result) {
    threads[me].result = result;
    threads[me].live = 0;
    threads[me].ended = 1;
    leave();
    something_changed();
}

static void *run(void *given) {
    struct start *start = given;
    me = start->number;
    void *result = start->function(start->argument);
    lock();
    ended(result);
    unlock();
    return result;
}

static int create(pthread_t *handle, void *(*function)(void *), void *argument) {
    struct event *event = begin('s', "create", 0);
    struct start *start = __real_malloc(sizeof *start);
    int number = event ? event->other : 1;
    while (threads[number].live || threads[number].ended)
        number++;
    *start = (struct start){function, argument, number};
    threads[number].live = 1;
    *handle = (pthread_t)number + 1;
    pthread_t thread;
    if (__real_pthread_create(&thread, 0, run, start))
        finish("different", "no more threads can be created");
    return done(0);
}

static int join(pthread_t handle, void **result) {
    begin('j', "join", 0);
    int number = (int)handle - 1;
    if (number < 0 || number >= MOST_THREADS || !(threads[number].live || threads[number].ended))
        return done(ESRCH);
    while (!threads[number].ended)
        block();
    if (result)
        *result = threads[number].result;
    return done(0);
}

_Noreturn static void end_thread(void *result) {
    lock();
    ended(result);
    unlock();
    if (me)
        __real_pthread_exit(result);
    lock();
    for (;;)
        wait_for_change();
}

int __wrap_pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
    return create(handle, function, argument);
}
int __wrap_pthread_join(pthread_t handle, void **result) { return join(handle, result); }
_Noreturn void __wrap_pthread_exit(void *result) { end_thread(result); }
pthread_t __wrap_pthread_self(void) { return (pthread_t)me + 1; }
int __wrap_pthread_detach(pthread_t p) { return 0; }

int __wrap_pthread_once(pthread_once_t *once, void (*function)(void)) {
    CALL(once);
    struct item *i = item(once);
    while (i->count == 1)
        block();
    if (i->count == 0) {
        i->count = 1;
        unlock();
        function();
        lock();
        struct doing doing = {'c', NAME, 0, 0, 0};
        arrive(&doing);
        i->count = 2;
    }
    return done(0);
}

/* ---- mutexes and conditions ------------------------------------------------------------------------------------------- */

int __wrap_pthread_mutexattr_settype(pthread_mutexattr_t *attribute, int kind) {
    lock();
    item(attribute)->kind = kind;
    return done(0);
}

int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attribute) {
    CALL(mutex);
    fresh(mutex)->kind = attribute ? item(attribute)->kind : 0;
    return done(0);
}
NOTHING(pthread_mutex_destroy, pthread_mutex_t *p)

static int acquire(struct item *i) {
    if (i->owner == me + 1 && i->kind == PTHREAD_MUTEX_RECURSIVE)
        return i->count++, 0;
    if (i->owner == me + 1 && i->kind == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    while (i->owner)
        block();
    i->owner = me + 1;
    return 0;
}

static int release(struct item *i) {
    if (i->count)
        return i->count--, 0;
    if (i->owner != me + 1 && i->kind)
        return EPERM;
    i->owner = 0;
    something_changed();
    return 0;
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex) {
    CALL(mutex);
    return done(acquire(item(mutex)));
}

static int try(struct item *i) {
    return i->owner && !(i->owner == me + 1 && i->kind == PTHREAD_MUTEX_RECURSIVE) ? EBUSY : acquire(i);
}

int __wrap_pthread_mutex_trylock(pthread_mutex_t *mutex) {
    CALL(mutex);
    return done(try(item(mutex)));
}

/* Waiting is not being scheduled, so the time is over whenever the lock is found taken. */
static int timed(struct item *i) {
    if (i->owner == me + 1 && i->kind == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    return try(i) ? ETIMEDOUT : 0;
}

int __wrap_pthread_mutex_timedlock(pthread_mutex_t *mutex, const void *until) {
    CALL(mutex);
    return done(timed(item(mutex)));
}

int __wrap_pthread_mutex_clocklock(pthread_mutex_t *mutex, int clock, const void *until) {
    CALL(mutex);
    return done(timed(item(mutex)));
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex) {
    CALL(mutex);
    return done(release(item(mutex)));
}

FRESH(pthread_cond_init, pthread_cond_t *p, const pthread_condattr_t *attribute)
NOTHING(pthread_cond_destroy, pthread_cond_t *p)

/* The schedule may let the thread go on without a signal: a spurious wake-up, or that the time is over. */
static int await(const char *name, const void *condition, const void *mutex, int limited) {
    begin('c', name, 0);
    struct thread *self = &threads[me];
    int result = release(item(mutex));
    if (result)
        return result;
    self->waits = (uintptr_t)condition;
    self->signalled = 0;
    struct doing doing = {'d', name, 0, 0, 0};
    struct event *scheduled;
    do
        scheduled = arrive(&doing);
    while (scheduled && upcoming() && upcoming()->kind == 'd');
    while (!scheduled && !self->signalled && !limited)
        block();
    self->waits = 0;
    return acquire(item(mutex));
}

int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) { return done(await(NAME, condition, mutex, 0)); }

int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const void *until) {
    int result = await(NAME, condition, mutex, 1);
    return done(result ? result : input(NAME)->whole ? ETIMEDOUT : 0);
}

static void wake(const void *condition, int all) {
    int chosen = -1;
    for (int i = 0; i < MOST_THREADS; i++)
        if (threads[i].waits == (uintptr_t)condition && !threads[i].signalled) {
            if (all)
                threads[i].signalled = 1;
            else if (chosen < 0 || turn_of(i) < turn_of(chosen))
                chosen = i;
        }
    if (chosen >= 0)
        threads[chosen].signalled = 1;
}

int __wrap_pthread_cond_signal(pthread_cond_t *condition) {
    CALL(condition);
    wake(condition, 0);
    return done(0);
}

int __wrap_pthread_cond_broadcast(pthread_cond_t *condition) {
    CALL(condition);
    wake(condition, 1);
    return done(0);
}

/* ---- other locks ------------------------------------------------------------------------------------------------------- */

FRESH(pthread_rwlock_init, pthread_rwlock_t *p, const pthread_rwlockattr_t *attribute)
NOTHING(pthread_rwlock_destroy, pthread_rwlock_t *p)

int __wrap_pthread_rwlock_rdlock(pthread_rwlock_t *p) {
    CALL(p);
    while (item(p)->owner)
        block();
    item(p)->count++;
    return done(0);
}

int __wrap_pthread_rwlock_wrlock(pthread_rwlock_t *p) {
    CALL(p);
    while (item(p)->owner || item(p)->count)
        block();
    item(p)->owner = me + 1;
    return done(0);
}

static int try_to_read(struct item *i, int busy) {
    if (i->owner)
        return busy;
    i->count++;
    return 0;
}

static int try_to_write(struct item *i, int busy) {
    if (i->owner || i->count)
        return busy;
    i->owner = me + 1;
    return 0;
}

int __wrap_pthread_rwlock_tryrdlock(pthread_rwlock_t *p) {
    CALL(p);
    return done(try_to_read(item(p), EBUSY));
}

int __wrap_pthread_rwlock_timedrdlock(pthread_rwlock_t *p, const void *until) {
    CALL(p);
    return done(try_to_read(item(p), ETIMEDOUT));
}

int __wrap_pthread_rwlock_trywrlock(pthread_rwlock_t *p) {
    CALL(p);
    return done(try_to_write(item(p), EBUSY));
}

int __wrap_pthread_rwlock_timedwrlock(pthread_rwlock_t *p, const void *until) {
    CALL(p);
    return done(try_to_write(item(p), ETIMEDOUT));
}

int __wrap_pthread_rwlock_unlock(pthread_rwlock_t *p) {
    CALL(p);
    if (item(p)->owner)
        item(p)->owner = 0;
    else
        item(p)->count--;
    return done(0);
}

FRESH(pthread_spin_init, void *p, int shared)
NOTHING(pthread_spin_destroy, void *p)

int __wrap_pthread_spin_lock(void *p) {
    CALL(p);
    return done(acquire(item(p)));
}

int __wrap_pthread_spin_trylock(void *p) {
    CALL(p);
    return done(try(item(p)));
}

int __wrap_pthread_spin_unlock(void *p) {
    CALL(p);
    return done(release(item(p)));
}

int __wrap_sem_init(sem_t *p, int shared, unsigned value) {
    CALL(p);
    fresh(p)->count = (int)value;
    return done(0);
}
NOTHING(sem_destroy, sem_t *p)

int __wrap_sem_wait(sem_t *p) {
    CALL(p);
    while (item(p)->count == 0)
        block();
    item(p)->count--;
    return done(0);
}

static int try_to_wait(struct item *i, int error) {
    if (i->count == 0) {
        errno = error;
        return -1;
    }
    i->count--;
    return 0;
}

int __wrap_sem_trywait(sem_t *p) {
    CALL(p);
    return done(try_to_wait(item(p), EAGAIN));
}

int __wrap_sem_timedwait(sem_t *p, const void *until) {
    CALL(p);
    return done(try_to_wait(item(p), ETIMEDOUT));
}

int __wrap_sem_post(sem_t *p) {
    CALL(p);
    item(p)->count++;
    return done(0);
}

int __wrap_sem_getvalue(sem_t *p, int *value) {
    CALL(p);
    *value = item(p)->count;
    return done(0);
}

int __wrap_pthread_barrier_init(pthread_barrier_t *p, const pthread_barrierattr_t *attribute, unsigned count) {
    CALL(p);
    fresh(p)->limit = (int)count;
    return done(0);
}
NOTHING(pthread_barrier_destroy, pthread_barrier_t *p)

int __wrap_pthread_barrier_wait(pthread_barrier_t *p) {
    CALL(p);
    struct item *i = item(p);
    int round = i->round;
    if (++i->count >= i->limit) {
        i->count = 0;
        i->round++;
        return done(PTHREAD_BARRIER_SERIAL_THREAD);
    }
    something_changed();
    go_on(NAME);
    while (i->round == round)
        block();
    return done(0);
}
