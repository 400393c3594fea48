/* The functions of verification tasks, allocation, and the ways in which a program ends. Those of verification tasks mean the same in
   programs that define them, too. */

/* ---- inputs ------------------------------------------------------------------------------------------------------------- */

static struct input none;

static struct input *input(const char *name) {
    for (int i = 0; me >= 0 && i < threads[me].input_count; i++) {
        struct input *input = &threads[me].inputs[i];
        int same = 1;
        for (int k = 0; same && (name[k] || input->name[k]); k++)
            same = name[k] == input->name[k];
        if (same && !input->taken) {
            input->taken = 1;
            return input;
        }
    }
    return &none;
}

/* Functions that the program only declares; the file with their names is generated. */
long long threadproof_input(const char *name) { return input(name)->whole; }

/* Whoever does not declare them takes them to return int. */
#define INPUT(type, name) long long __VERIFIER_nondet_##name(void) { return (type)input(__func__)->whole; }
#define REAL(type, name) type __VERIFIER_nondet_##name(void) { return (type)input(__func__)->real; }
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(unsigned, unsigned)
INPUT(unsigned, unsigned_int)
INPUT(unsigned, u32)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(unsigned short, u16)
INPUT(char, char)
INPUT(unsigned char, uchar)
INPUT(unsigned char, unsigned_char)
INPUT(unsigned char, u8)
INPUT(bool, bool)
INPUT(bool, _Bool)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(size_t, size_t)
INPUT(intptr_t, pointer)
INPUT(intptr_t, pchar)
INPUT(long, loff_t)
REAL(float, float)
REAL(double, double)

/* ---- atomic blocks, assumptions, errors ------------------------------------------------------------------------------------ */

void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}

void __VERIFIER_assume(int holds) {
    if (holds)
        return;
    lock();
    end_of_program("an assumption does not hold");
}

__attribute__((weak)) void reach_error(void) {
    lock();
    fail("reach_error() is called");
}

void __VERIFIER_error(void) {
    lock();
    fail("__VERIFIER_error() is called");
}

__attribute__((weak)) void __VERIFIER_assert(int holds) {
    if (holds)
        return;
    lock();
    fail("__VERIFIER_assert fails");
}

_Noreturn void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    char what[300];
    snprintf(what, sizeof what, "assertion '%.100s' fails at %.100s:%u", text, file, line);
    lock();
    fail(what);
}

_Noreturn void __wrap_abort(void) {
    lock();
    end_of_program("abort() is called");
}

_Noreturn void __wrap_exit(int code) {
    lock();
    end_of_program("exit() is called");
}

/* ---- memory, time --------------------------------------------------------------------------------------------------------- */

static void *made(void *object) {
    if (me >= 0) {
        lock();
        heap_object((uintptr_t)object);
        unlock();
    }
    return object;
}

void *__wrap_malloc(size_t size) { return made(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) { return made(__real_calloc(count, size)); }
void *__wrap_realloc(void *old, size_t size) { return made(__real_realloc(old, size)); }

unsigned __wrap_sleep(unsigned seconds) { return 0; }
int __wrap_usleep(unsigned long time) { return 0; }
int __wrap_nanosleep(const void *time, void *rest) { return 0; }
int __wrap_sched_yield(void) { return 0; }
