/* Enforces a schedule on a compiled program.

   The program is compiled with -fsanitize=thread, so that the compiler puts a call before every memory access, and linked with this
   file instead of the sanitizer's library. The schedule is a list of blocks; a block is what one thread does without another one in
   between: accesses, calls of thread functions, creating and joining threads. Only the thread of the current block passes what the
   schedule mentions; it keeps its turn until it arrives at something that is not in its block any more. What the schedule does not
   mention (the thread's own memory) is never stopped. So the only freedom taken from the program is the order of its threads: the
   thread functions below do what POSIX says, by plain state under one lock.

   The last line of the result file says what happened: "fired", or "different" with the first thing that was not as predicted. */

static unsigned long progress;
static char anomaly[400];
static struct event *arrived;
static uintptr_t arrived_at;
static int arrived_size;

static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static __thread int inside; /* the runtime works, not the program */

static void lock(void) {
    __real_pthread_mutex_lock(&big);
    inside = 1;
}

static void unlock(void) {
    inside = 0;
    __real_pthread_mutex_unlock(&big);
}

static void wait_for_change(void) { __real_pthread_cond_wait(&changed, &big); }
static void something_changed(void) {
    progress++;
    for (int i = 0; i < MOST_THREADS; i++)
        threads[i].blocked = 0; /* each looks again */
    __real_pthread_cond_broadcast(&changed);
}

/* ---- results -------------------------------------------------------------------------------------------------------- */

_Noreturn static void finish(const char *what, const char *format, ...) {
    FILE *file = fopen(result_path, "w");
    if (file) {
        va_list rest;
        va_start(rest, format);
        fprintf(file, "%s ", what);
        vfprintf(file, format, rest);
        if (anomaly[0] && strcmp(what, "fired"))
            fprintf(file, "; before that, %s", anomaly);
        fclose(file);
    }
    _exit(0);
}

_Noreturn static void park(void) {
    for (;;)
        wait_for_change();
}

static const char *describe(const struct event *event, char *text) {
    const char *name = event->object >= 0 ? objects[event->object].name : event->name;
    const char *verb = event->kind == 'r' ? "reads " : event->kind == 'w' ? "writes " : event->kind == 'u' ? "updates " : "calls ";
    sprintf(text, "thread %d %s%.80s at line %d", event->thread, verb, verb[0] == 'c' ? event->name : name, event->line);
    return text;
}

static void strange(const char *format, ...) {
    if (anomaly[0])
        return;
    va_list rest;
    va_start(rest, format);
    vsnprintf(anomaly, sizeof anomaly, format, rest);
}

/* Called with the lock held, by the thread that fails. */
_Noreturn static void fail(const char *what) {
    if (!strcmp(property, "unreach-call") && me == violator && position >= block_count - 1)
        finish("fired", "%s in thread %d", what, me);
    char text[200] = "";
    if (position < block_count)
        describe(&events[blocks[position].first], text);
    finish("different", "%s in thread %d, earlier than predicted or in another thread (%s)", what, me, text);
}

/* ---- matching --------------------------------------------------------------------------------------------------------- */

static int line_of(uintptr_t pc) {
    int low = 0, high = place_count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (places[middle].address <= pc)
            low = middle;
        else
            high = middle;
    }
    return place_count && places[low].address <= pc ? places[low].line : 0;
}

static int in_known_object(uintptr_t address, int size) {
    for (int i = 0; i < event_count; i++) {
        struct event *event = &events[i];
        if (event->object < 0 || !objects[event->object].known || !event->size)
            continue;
        uintptr_t start = objects[event->object].address + event->offset;
        if (start < address + size && address < start + event->size)
            return 1;
    }
    return 0;
}

/* Whether the thread is about to do what the event says. */
static int same(const struct event *event, const struct doing *doing) {
    int update = event->kind == 'u' || doing->kind == 'u';
    int access = doing->kind == 'r' || doing->kind == 'w' || doing->kind == 'u';
    if (event->done || (event->kind != doing->kind && !(access && update && strchr("rwu", event->kind))))
        return 0;
    if (!access && strcmp(event->name, doing->name))
        return 0;
    if (event->object < 0 || !doing->address)
        return 1;
    const struct object *object = &objects[event->object];
    uintptr_t start = object->address + event->offset;
    if (object->known)
        return start < doing->address + (access ? doing->size : LARGEST) && doing->address < start + event->size;
    if (!access)
        return 1;
    return event->size == doing->size && (!event->line || !doing->line || event->line == doing->line) && !in_known_object(doing->address, doing->size);
}

static struct event *find(int block, const struct doing *doing) {
    for (int i = blocks[block].first; i < blocks[block].last; i++)
        if (same(&events[i], doing))
            return &events[i];
    return 0;
}

/* Two accesses that race one after the other: the first is noted, the second one ends the run. */
static void note(struct event *event, const struct doing *doing) {
    if (event->race == FIRST) {
        arrived = event;
        arrived_at = doing->address;
        arrived_size = doing->size;
    } else if (event->race == SECOND) {
        if (!arrived || arrived_at >= doing->address + doing->size || doing->address >= arrived_at + arrived_size)
            finish("different", "the two accesses do not overlap");
        char first[200], second[200];
        finish("fired", "%s, and later %s", describe(arrived, first), describe(event, second));
    }
}

static void consume(struct event *event, const struct doing *doing) {
    struct object *object = event->object >= 0 ? &objects[event->object] : 0;
    event->done = 1;
    note(event, doing);
    if (object && !object->known && doing->size) {
        object->known = 1;
        object->address = doing->address - event->offset;
    }
    if (doing->size > event->size && event->size) /* one access of the machine, several of the schedule */
        for (int i = event - events + 1; i < blocks[event->block].last && same(&events[i], doing); i++) {
            events[i].done = 1;
            note(&events[i], doing);
        }
    progress++;
}

static int complete(int block) {
    for (int i = blocks[block].first; i < blocks[block].last; i++)
        if (!events[i].done)
            return 0;
    return 1;
}

static int next_block(int thread, int from) {
    while (from < block_count && blocks[from].thread != thread)
        from++;
    return from;
}

static void give_way(void) {
    for (int i = blocks[position].first; i < blocks[position].last; i++)
        if (!events[i].done) {
            char text[200];
            strange("%s (event %d of %d) did not happen", describe(&events[i], text), i + 1, event_count);
        }
    position++;
    something_changed();
}

static void meet(struct event *event, const struct doing *doing) {
    event->done = 1;
    if (arrived && arrived->thread != me) {
        if (arrived_at < doing->address + doing->size && doing->address < arrived_at + arrived_size)
            finish("fired", "threads %d and %d are at conflicting accesses, lines %d and %d", arrived->thread, me, arrived->line, event->line);
        finish("different", "the two accesses do not overlap");
    }
    arrived = event;
    arrived_at = doing->address;
    arrived_size = doing->size;
    give_way();
    park();
}

/* Waits until it is this thread's turn for what it is about to do; the lock is held before and after. */
static struct event *arrive(const struct doing *doing) {
    struct thread *self = &threads[me];
    self->doing = *doing;
    for (;;) {
        int block = next_block(me, position);
        if (block == position && position < block_count) {
            struct event *event = find(position, doing);
            if (event && event->race == MEETS)
                meet(event, doing);
            int later = next_block(me, position + 1);
            if (event) {
                struct event *race = doing->size > event->size && later < block_count ? find(later, doing) : 0;
                consume(event, doing);
                if (!race || race->race != MEETS)
                    return event;
                give_way(); /* the race is about another part of the same access */
                continue;
            }
            if (complete(position)) {
                if (later == block_count && self->free && position < block_count - 1)
                    return 0;
                if (later < block_count && !find(later, doing) && !(doing->address && doing->size && in_known_object(doing->address, doing->size)))
                    return 0;
                give_way();
                continue;
            }
            if (later < block_count && same(&events[blocks[later].first], doing)) {
                give_way();
                continue;
            }
            return 0;
        }
        if (block == block_count) { /* nothing more is said about this thread */
            if (self->free || (!strcmp(property, "no-deadlock") && position == block_count))
                return 0;
        } else if (!find(block, doing) && !(doing->address && doing->size && in_known_object(doing->address, doing->size)))
            return 0;
        wait_for_change();
    }
}

static void leave(void) {
    if (position < block_count && blocks[position].thread == me && next_block(me, position) == position)
        give_way();
}

_Noreturn static void end_of_program(const char *what) {
    snprintf(threads[me].note, sizeof threads[me].note, "%s", what);
    leave();
    while (position < block_count)
        wait_for_change();
    if (me != violator && strcmp(property, "no-deadlock"))
        park();
    finish("different", "thread %d: %s", me, what);
}

/* What the schedule says about this thread next. */
static struct event *upcoming(void) {
    for (int block = next_block(me, position); block < block_count; block = next_block(me, block + 1))
        for (int i = blocks[block].first; i < blocks[block].last; i++)
            if (!events[i].done)
                return &events[i];
    return 0;
}

/* The place in the schedule where the thread moves next. */
static int turn_of(int thread) { return next_block(thread, position); }

/* The running thread allocated something. */
static void heap_object(uintptr_t address) {
    int number = ++threads[me].allocations;
    for (int i = 0; i < object_count; i++)
        if (objects[i].number == number && objects[i].maker == me) {
            objects[i].known = 1;
            objects[i].address = address;
        }
}

/* ---- what the compiler calls ------------------------------------------------------------------------------------------ */

static void access_memory(char kind, const volatile void *address, size_t size, void *pc) {
    if (me < 0)
        return;
    struct doing doing = {kind, "", (uintptr_t)address, (int)size, line_of((uintptr_t)pc - 1)};
    lock();
    arrive(&doing);
    progress++;
    unlock();
}

void __tsan_init(void) {}
void __tsan_func_exit(void) {}
void __tsan_func_entry(void *caller) {}
void __cyg_profile_func_exit(void *function, void *caller) {}
void __cyg_profile_func_enter(void *function, void *caller) {
    for (int i = 0; i < reported_count; i++)
        if (reported[i] == (uintptr_t)function) {
            lock();
            fail("the error function is called");
        }
}

/* ---- watching --------------------------------------------------------------------------------------------------------- */

static int all_blocked(void) {
    int live = 0;
    for (int i = 0; i < MOST_THREADS; i++)
        if (threads[i].live) {
            live = 1;
            if (!threads[i].blocked)
                return 0;
        }
    return live;
}

/* Whether there are threads that should wait for ever, and all of them have waited in the same call since the last look. */
static int still_deadlocked(void) {
    int some = 0, all = 1;
    for (int i = 0; i < MOST_THREADS; i++)
        if (threads[i].deadlocked) {
            struct thread *t = &threads[i];
            some = 1;
            t->seen_blocked = t->live && t->calls == t->seen_calls && (t->seen_blocked || t->blocked);
            t->seen_calls = t->calls;
            all &= t->seen_blocked;
        }
    return some && all;
}

_Noreturn static void stuck(void) {
    char text[200];
    for (int i = 0; position < block_count && i < event_count; i++)
        if (events[i].block >= position && !events[i].done) {
            struct thread *t = &threads[events[i].thread];
            if (t->note[0])
                finish("different", "at event %d of %d (%s): %s", i + 1, event_count, describe(&events[i], text), t->note);
            finish("different", "at event %d of %d (%s): no progress; the thread is %s near line %d", i + 1, event_count,
                   describe(&events[i], text), !t->live ? "not there" : t->blocked ? "blocked" : "running", t->doing.line);
        }
    finish("different", "the schedule is over, and nothing happens%s%s", threads[violator].note[0] ? ": " : "", threads[violator].note);
}

static void *watch(void *unused) {
    unsigned long seen = 0;
    int quiet = 0, waiting = 0;
    for (;;) {
        __real_usleep(50000);
        lock();
        quiet = progress == seen ? quiet + 1 : 0;
        seen = progress;
        if (!strcmp(property, "no-deadlock") && position == block_count && quiet > 10 && all_blocked())
            finish("fired", "every thread is blocked");
        waiting = position == block_count && still_deadlocked() ? waiting + 1 : 0;
        if (waiting > 20)
            finish("fired", "threads wait for each other, while others go on");
        if (quiet > 30 && quiet % 30 == 0 && position < block_count && complete(position))
            give_way(); /* its thread is busy with something of its own */
        if (quiet > 100)
            stuck();
        unlock();
    }
    return unused;
}

static void crashed(int number) {
    finish("different", "thread %d: signal %d (%s)", me, number, strsignal(number));
}

int __real_main(int, char **, char **);
int __wrap_main(int count, char **words, char **environment) {
    pthread_t watcher;
    read_script();
    signal(SIGSEGV, crashed);
    signal(SIGFPE, crashed);
    signal(SIGBUS, crashed);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    threads[0].live = 1;
    __real_pthread_create(&watcher, 0, watch, 0);
    me = 0;
    int code = __real_main(count, words, environment);
    lock();
    (void)code;
    end_of_program("main returned");
}
