/* Compares the models, compiled as ordinary C with every symbol prefixed by `tp_`, with the C library of this machine. Awaiting means
   to stop here: the sequences below never block. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <threads.h>
#include <time.h>

static int failures;
#define SAME(format, real, model)                                                                                                \
    do {                                                                                                                         \
        __typeof__(real) r_ = (real), m_ = (model);                                                                              \
        if (r_ != m_ && failures++ < 20)                                                                                         \
            printf("line %d: %s = " format ", %s = " format "\n", __LINE__, #real, r_, #model, m_);                              \
    } while (0)
static int sign(int x) { return (x > 0) - (x < 0); }

/* -- the intrinsics, for one thread ------------------------------------------------------------------------------------------- */

void tp___tp_atomic_begin(void) {}
void tp___tp_atomic_end(void) {}
static void stop(const char *why) { printf("unexpected: %s\n", why), exit(1); }
void tp___tp_await(_Bool c) { if (!c) stop("a model blocks"); }
void tp___tp_assume(_Bool c) { if (!c) stop("assume"); }
void tp___tp_check(_Bool c, const char *kind, const char *message) { if (!c) stop(message); }
void tp___tp_cut(const char *reason) { stop(reason); }
void tp___tp_error(const char *reason) { stop(reason); }
unsigned tp___tp_self(void) { return 0; }
unsigned tp___tp_spawn(void *(*f)(void *), void *a) { return f(a), 1; }
void *tp___tp_join(unsigned t) { return 0; }
void tp___tp_at_thread_end(int order, void (*handler)(void), void (*about)(void *)) {}
_Bool tp___tp_calls(const char *function) { return 1; }
_Bool tp___tp_repeats(const char *function) { return 1; }
_Bool tp___tp_again(const char *function) { return 0; }
_Bool tp___tp_observes(const char *function, const char *beyond) { return 0; }
_Bool tp___tp_signals(void) { return 0; }
_Bool tp___tp_long_handlers(void) { return 1; }
void tp___tp_thread_exit(void *r) { stop("thread exit"); }
void tp___tp_halt(void) { stop("halt"); }
void tp___tp_generate(const void *e) { stop("generate"); }
void tp___tp_broadcast(const void *e) { stop("broadcast"); }
void tp___tp_await_event(const void *e, ...) { stop("await"); }
void tp___tp_await_event_for(unsigned n, ...) { stop("await"); }
void tp___tp_await_end(unsigned t) { stop("join"); }
void tp___tp_await_end_for(unsigned t, unsigned n) { stop("join"); }
_Bool tp___tp_came(void) { return 1; }
_Bool tp___tp_present(const void *e) { return 0; }
void tp___tp_stop(unsigned t) { stop("stop"); }
void tp___tp_suspend(unsigned t) { stop("suspend"); }
void tp___tp_resume(unsigned t) { stop("resume"); }
void tp___tp_simulate(void) { stop("simulate"); }
_Bool tp___tp_advance(void) { return 0; }
void tp___tp_idle(void) { stop("idle"); }
void *tp___tp_alloc(size_t n) { size_t *p = malloc(n + 16); return *p = n, (char *)p + 16; }
void *tp___tp_alloc_zeroed(size_t n) { return memset(tp___tp_alloc(n), 0, n); }
void tp___tp_free(void *p) { if (p) free((char *)p - 16); }
size_t tp___tp_object_size(void *p) { return *(size_t *)((char *)p - 16); }
_Bool tp___VERIFIER_nondet_bool(void) { return rand() & 1; }
char tp___VERIFIER_nondet_char(void) { return (char)rand(); }
unsigned char tp___VERIFIER_nondet_uchar(void) { return (unsigned char)rand(); }
int tp___VERIFIER_nondet_int(void) { return rand(); }
unsigned tp___VERIFIER_nondet_uint(void) { return (unsigned)rand(); }
long tp___VERIFIER_nondet_long(void) { return rand(); }
unsigned long tp___VERIFIER_nondet_ulong(void) { return (unsigned long)rand(); }
float tp___VERIFIER_nondet_float(void) { return 0; }
double tp___VERIFIER_nondet_double(void) { return 0; }

/* -- strings and memory --------------------------------------------------------------------------------------------------------- */

#define MODEL(type, name, ...) extern type tp_##name(__VA_ARGS__);
MODEL(size_t, strlen, const char *) MODEL(size_t, strnlen, const char *, size_t)
MODEL(char *, strcpy, char *, const char *) MODEL(char *, strncpy, char *, const char *, size_t) MODEL(char *, stpcpy, char *, const char *)
MODEL(char *, stpncpy, char *, const char *, size_t)
MODEL(char *, strcat, char *, const char *) MODEL(char *, strncat, char *, const char *, size_t)
MODEL(int, strcmp, const char *, const char *) MODEL(int, strncmp, const char *, const char *, size_t)
MODEL(int, strcasecmp, const char *, const char *) MODEL(int, strncasecmp, const char *, const char *, size_t)
MODEL(char *, strchr, const char *, int) MODEL(char *, strrchr, const char *, int) MODEL(char *, strstr, const char *, const char *)
MODEL(size_t, strspn, const char *, const char *) MODEL(size_t, strcspn, const char *, const char *)
MODEL(char *, strpbrk, const char *, const char *) MODEL(char *, strtok, char *, const char *)
MODEL(char *, strdup, const char *) MODEL(char *, strndup, const char *, size_t)
MODEL(void *, memset, void *, int, size_t) MODEL(void *, memcpy, void *, const void *, size_t)
MODEL(void *, memmove, void *, const void *, size_t) MODEL(int, memcmp, const void *, const void *, size_t)
MODEL(void *, memchr, const void *, int, size_t) MODEL(void *, mempcpy, void *, const void *, size_t)

static void random_text(char *text, int most) {
    int length = rand() % (most + 1);
    for (int i = 0; i < length; i++)
        text[i] = "abAB01 \xe9"[rand() % 8];
    text[length] = 0;
}
#define OFFSET(base, p) ((p) ? (long)((p) - (base)) : -1L)

static void strings(void) {
    char a[32], b[8], x[64], y[64];
    random_text(a, 20), random_text(b, 4);
    size_t n = (size_t)(rand() % 24);
    SAME("%zu", strlen(a), tp_strlen(a));
    SAME("%zu", strnlen(a, n), tp_strnlen(a, n));
    SAME("%d", sign(strcmp(a, b)), tp_strcmp(a, b));
    SAME("%d", sign(strncmp(a, b, n)), tp_strncmp(a, b, n));
    SAME("%d", sign(strcasecmp(a, b)), tp_strcasecmp(a, b));
    SAME("%d", sign(strncasecmp(a, b, n)), tp_strncasecmp(a, b, n));
    SAME("%ld", OFFSET(a, strchr(a, b[0])), OFFSET(a, tp_strchr(a, b[0])));
    SAME("%ld", OFFSET(a, strrchr(a, b[0])), OFFSET(a, tp_strrchr(a, b[0])));
    SAME("%ld", OFFSET(a, strstr(a, b)), OFFSET(a, tp_strstr(a, b)));
    SAME("%ld", OFFSET(a, strpbrk(a, b)), OFFSET(a, tp_strpbrk(a, b)));
    SAME("%zu", strspn(a, b), tp_strspn(a, b));
    SAME("%zu", strcspn(a, b), tp_strcspn(a, b));
    for (int i = 0; i < 64; i++)
        x[i] = y[i] = (char)i;
    switch (rand() % 9) {
    case 0: SAME("%ld", (long)(strcpy(x, a) - x), (long)(tp_strcpy(y, a) - y)); break;
    case 1: SAME("%ld", (long)(stpcpy(x, a) - x), (long)(tp_stpcpy(y, a) - y)); break;
    case 2: strncpy(x, a, n), tp_strncpy(y, a, n); break;
    case 3: strcpy(x, b), strcpy(y, b), strcat(x, a), tp_strcat(y, a); break;
    case 4: strcpy(x, b), strcpy(y, b), strncat(x, a, n), tp_strncat(y, a, n); break;
    case 5: memset(x, b[0], n), tp_memset(y, b[0], n); break;
    case 6: SAME("%ld", (long)((char *)mempcpy(x, a, n) - x), (long)((char *)tp_mempcpy(y, a, n) - y)); break;
    case 7: {
        int from = rand() % 20, to = rand() % 20;
        memmove(x + to, x + from, n), tp_memmove(y + to, y + from, n);
        break;
    }
    case 8: SAME("%ld", (long)(stpncpy(x, a, n) - x), (long)(tp_stpncpy(y, a, n) - y)); break;
    }
    SAME("%d", memcmp(x, y, 64), 0);
    SAME("%d", sign(memcmp(x, a, n)), tp_memcmp(x, a, n));
    SAME("%ld", OFFSET(x, (char *)memchr(x, 5, n)), OFFSET(x, (char *)tp_memchr(x, 5, n)));
    char *copy = tp_strndup(a, n);
    SAME("%d", strncmp(copy, a, n), 0);
    SAME("%zu", strlen(copy), strnlen(a, n));
    tp___tp_free(copy);
    strcpy(x, a), strcpy(y, a);
    char *p = strtok(x, "a "), *q = tp_strtok(y, "a ");
    for (; p && q; p = strtok(0, "a "), q = tp_strtok(0, "a "))
        SAME("%ld", (long)(p - x), (long)(q - y));
    SAME("%d", !p, !q);
}

/* -- numbers, formats, characters ------------------------------------------------------------------------------------------------ */

MODEL(long, strtol, const char *, char **, int) MODEL(unsigned long, strtoul, const char *, char **, int)
MODEL(long long, strtoll, const char *, char **, int) MODEL(unsigned long long, strtoull, const char *, char **, int)
MODEL(int, atoi, const char *) MODEL(int *, __errno_location, void)
MODEL(int, snprintf, char *, size_t, const char *, ...) MODEL(int, sprintf, char *, const char *, ...) MODEL(int, sscanf, const char *, const char *, ...)
MODEL(int, __tp_popcount, unsigned long long) MODEL(int, __tp_clz, unsigned long long, int) MODEL(int, __tp_ctz, unsigned long long)
MODEL(unsigned, __tp_bswap32, unsigned) MODEL(unsigned long long, __tp_bswap64, unsigned long long) MODEL(unsigned short, __tp_bswap16, unsigned short)
MODEL(double, floor, double) MODEL(double, ceil, double) MODEL(double, trunc, double) MODEL(double, round, double) MODEL(double, fabs, double) MODEL(double, sqrt, double) MODEL(float, sqrtf, float)
MODEL(float, floorf, float) MODEL(float, ceilf, float) MODEL(float, truncf, float) MODEL(float, roundf, float)

#define PARSE(type, format, function)                                                                                            \
    do {                                                                                                                         \
        char *p, *q;                                                                                                             \
        errno = *tp___errno_location() = 0;                                                                                      \
        SAME(format, function(text, &p, base), tp_##function(text, &q, base));                                                   \
        SAME("%ld", (long)(p - text), (long)(q - text));                                                                         \
        SAME("%d", errno == ERANGE, *tp___errno_location() == ERANGE);                                                           \
    } while (0)

static void parse(void) {
    static const char *samples[] = {"", "0x", "0x1g", " -0", "+9223372036854775807", "-9223372036854775808", "9223372036854775808",
                                    "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616", "0777", "z"};
    char text[32];
    if (rand() % 3 == 0) {
        strcpy(text, samples[rand() % 13]);
    } else {
        int length = rand() % 24;
        for (int i = 0; i < length; i++)
            text[i] = " +-0x19afz7"[(i < 3 ? rand() : 3 + rand() % 100) % 11];
        text[length] = 0;
    }
    int base = (int[]){0, 2, 8, 10, 10, 16, 36}[rand() % 7];
    PARSE(long, "%ld", strtol);
    PARSE(unsigned long, "%lu", strtoul);
    PARSE(long long, "%lld", strtoll);
    PARSE(unsigned long long, "%llu", strtoull);
    long number = strtol(text, 0, 10);
    if (number >= -2147483647 - 1 && number <= 2147483647)
        SAME("%d", atoi(text), tp_atoi(text));
    int a = 7, b = 7;
    short c = 8, d = 8;
    SAME("%d", sscanf(text, "%d %hx", &a, &c), tp_sscanf(text, "%d %hx", &b, &d));
    SAME("%d", a, b);
    SAME("%hd", c, d);
    char e = '?', f = '?';
    SAME("%d", sscanf(text, " -%d%c", &a, &e), tp_sscanf(text, " -%d%c", &b, &f));
    SAME("%d", a, b);
    SAME("%c", e, f);
}

#define FORMAT(...)                                                                                                              \
    do {                                                                                                                         \
        size_t size = (size_t)(rand() % 40);                                                                                     \
        memset(x, 1, sizeof x), memset(y, 1, sizeof y);                                                                          \
        SAME("%d", snprintf(x, size, __VA_ARGS__), tp_snprintf(y, size, __VA_ARGS__));                                           \
        SAME("%d", memcmp(x, y, sizeof x), 0);                                                                                   \
    } while (0)

static void format(void) {
    char x[80], y[80], text[16];
    random_text(text, 10);
    long long value = ((long long)rand() << 33 ^ rand()) >> rand() % 64;
    int small = (int)value;
    FORMAT("%d,%5d,%-7d|%+d %05d% d", small, small, small, small, small, small);
    FORMAT("%u %x %X %o", (unsigned)small, (unsigned)small, (unsigned)small, (unsigned)small);
    FORMAT("%lld:%020lld %llx", value, value, (unsigned long long)value);
    FORMAT("%ld %lu %zu", (long)value, (unsigned long)value, (size_t)value);
    FORMAT("%hhd %hd %hhx %hu", small, small, small, small);
    FORMAT("[%s|%8s|%-8s] %c%3c%%", text, text, text, 'q', 'r');
    SAME("%d", sprintf(x, "%s-%d", text, small), tp_sprintf(y, "%s-%d", text, small));
    SAME("%d", strcmp(x, y), 0);
    unsigned long long bits = (unsigned long long)value | 1ULL << rand() % 64;
    SAME("%d", __builtin_popcountll(bits), tp___tp_popcount(bits));
    SAME("%d", __builtin_clzll(bits), tp___tp_clz(bits, 64));
    SAME("%d", __builtin_ctzll(bits), tp___tp_ctz(bits));
    SAME("%llu", (unsigned long long)__builtin_bswap64(bits), tp___tp_bswap64(bits));
    SAME("%u", __builtin_bswap32((unsigned)bits), tp___tp_bswap32((unsigned)bits));
    SAME("%d", __builtin_bswap16((unsigned short)bits), tp___tp_bswap16((unsigned short)bits));
    double real = ldexp((double)value, -(rand() % 70));
    SAME("%g", floor(real), tp_floor(real));
    float narrow = (float)real;
    SAME("%g", floorf(narrow), tp_floorf(narrow));
    SAME("%g", ceilf(narrow), tp_ceilf(narrow));
    SAME("%g", truncf(narrow), tp_truncf(narrow));
    SAME("%g", roundf(narrow), tp_roundf(narrow));
    union { unsigned long long bits; double number; float narrow; } any = {(unsigned long long)rand() << 42 ^ (unsigned long long)rand() << 21 ^ rand()};
    any.bits &= 0x7fefffff7f7fffffULL; // finite, as both numbers
    SAME("%a", sqrt(any.number), tp_sqrt(any.number));
    SAME("%a", sqrtf(any.narrow), tp_sqrtf(any.narrow));
    SAME("%a", sqrt(fabs(real)), tp_sqrt(fabs(real)));
    SAME("%a", sqrt(any.bits % 1000 * 4.9406564584124654e-324), tp_sqrt(any.bits % 1000 * 4.9406564584124654e-324));
    SAME("%g", ceil(real), tp_ceil(real));
    SAME("%g", trunc(real), tp_trunc(real));
    SAME("%g", round(real), tp_round(real));
    SAME("%g", fabs(real), tp_fabs(real));
    SAME("%d", signbit(ceil(real)), signbit(tp_ceil(real)));
}

#define CLASS(name)                                                                                                              \
    extern int tp_##name(int);                                                                                                   \
    for (int c = -1; c < 256; c++)                                                                                               \
        SAME("%d", !(name)(c), !tp_##name(c));
#define CASE(name)                                                                                                               \
    extern int tp_##name(int);                                                                                                   \
    for (int c = -1; c < 256; c++)                                                                                               \
        SAME("%d", (name)(c), tp_##name(c));

static void characters(void) {
    CLASS(isalnum) CLASS(isalpha) CLASS(isblank) CLASS(iscntrl) CLASS(isdigit) CLASS(isgraph) CLASS(islower) CLASS(isprint)
    CLASS(ispunct) CLASS(isspace) CLASS(isupper) CLASS(isxdigit) CASE(tolower) CASE(toupper)
    extern const unsigned short **tp___ctype_b_loc(void);
    for (int c = -128; c < 256; c++)
        SAME("%x", (int)(*__ctype_b_loc())[c], (int)(*tp___ctype_b_loc())[c]);
}

/* -- heap and sorting ------------------------------------------------------------------------------------------------------------ */

MODEL(void *, malloc, size_t) MODEL(void *, calloc, size_t, size_t) MODEL(void *, realloc, void *, size_t) MODEL(void, free, void *)
MODEL(void, qsort, void *, size_t, size_t, int (*)(const void *, const void *))
MODEL(void *, bsearch, const void *, const void *, size_t, size_t, int (*)(const void *, const void *))

static int ascending(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }

static void heap(void) {
    int count = 1 + rand() % 20, more = 1 + rand() % 40;
    int *block = tp_calloc((size_t)count, sizeof(int)), sorted[20], copy[20];
    for (int i = 0; i < count; i++) {
        SAME("%d", block[i], 0);
        sorted[i] = copy[i] = block[i] = rand() % 15;
    }
    block = tp_realloc(block, (size_t)more * sizeof(int));
    for (int i = 0; i < count && i < more; i++)
        SAME("%d", block[i], copy[i]);
    SAME("%p", tp_realloc(block, 0), (void *)0);
    SAME("%p", tp_calloc((size_t)-1, 2), (void *)0);
    tp_free(tp_realloc(0, 5));
    tp_free(0);
    qsort(sorted, (size_t)count, sizeof(int), ascending);
    tp_qsort(copy, (size_t)count, sizeof(int), ascending);
    SAME("%d", memcmp(sorted, copy, (size_t)count * sizeof(int)), 0);
    int key = rand() % 15, *p = bsearch(&key, sorted, (size_t)count, sizeof(int), ascending);
    int *q = tp_bsearch(&key, copy, (size_t)count, sizeof(int), ascending);
    SAME("%d", p ? *p : -1, q ? *q : -1);
}

/* -- locks, by one thread --------------------------------------------------------------------------------------------------------- */

#define LOCK(type, name) MODEL(int, name, type *)
LOCK(pthread_mutex_t, pthread_mutex_lock) LOCK(pthread_mutex_t, pthread_mutex_trylock) LOCK(pthread_mutex_t, pthread_mutex_unlock)
LOCK(pthread_mutex_t, pthread_mutex_destroy) MODEL(int, pthread_mutex_init, pthread_mutex_t *, const pthread_mutexattr_t *)
LOCK(pthread_mutexattr_t, pthread_mutexattr_init) MODEL(int, pthread_mutexattr_settype, pthread_mutexattr_t *, int)
MODEL(int, pthread_mutexattr_gettype, const pthread_mutexattr_t *, int *)
MODEL(int, pthread_mutex_timedlock, pthread_mutex_t *, const struct timespec *)
LOCK(pthread_rwlock_t, pthread_rwlock_rdlock) LOCK(pthread_rwlock_t, pthread_rwlock_wrlock) LOCK(pthread_rwlock_t, pthread_rwlock_tryrdlock)
LOCK(pthread_rwlock_t, pthread_rwlock_trywrlock) LOCK(pthread_rwlock_t, pthread_rwlock_unlock)
MODEL(int, pthread_rwlock_init, pthread_rwlock_t *, const pthread_rwlockattr_t *)
LOCK(sem_t, sem_wait) LOCK(sem_t, sem_trywait) LOCK(sem_t, sem_post) MODEL(int, sem_init, sem_t *, int, unsigned)
MODEL(int, sem_getvalue, sem_t *, int *) MODEL(int, sem_timedwait, sem_t *, const struct timespec *)
MODEL(int, pthread_spin_init, pthread_spinlock_t *, int) LOCK(pthread_spinlock_t, pthread_spin_trylock) LOCK(pthread_spinlock_t, pthread_spin_unlock)
MODEL(int, mtx_init, mtx_t *, int) LOCK(mtx_t, mtx_lock) LOCK(mtx_t, mtx_trylock) LOCK(mtx_t, mtx_unlock)

static void mutexes(void) {
    pthread_mutex_t real[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP},
                    model[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};
    pthread_mutexattr_t a, b;
    int kind = rand() % 3, k;
    pthread_mutexattr_init(&a), tp_pthread_mutexattr_init(&b);
    SAME("%d", pthread_mutexattr_settype(&a, kind), tp_pthread_mutexattr_settype(&b, kind));
    SAME("%d", pthread_mutexattr_settype(&a, 17), tp_pthread_mutexattr_settype(&b, 17));
    tp_pthread_mutexattr_gettype(&b, &k);
    SAME("%d", kind, k);
    memset(&model[3], 0x55, sizeof model[3]);
    pthread_mutex_init(&real[3], &a), tp_pthread_mutex_init(&model[3], &b);
    int m = rand() % 4, held = 0;
    if (m < 3)
        kind = m;
    struct timespec past = {0, 0};
    for (int i = 0; i < 20; i++) {
        int result = 0;
        _Bool locks = 1;
        switch (rand() % 4) {
        case 0:
            if (held && kind == 0)
                continue;
            SAME("%d", result = pthread_mutex_lock(&real[m]), tp_pthread_mutex_lock(&model[m]));
            break;
        case 1: SAME("%d", result = pthread_mutex_trylock(&real[m]), tp_pthread_mutex_trylock(&model[m])); break;
        case 2: SAME("%d", result = pthread_mutex_timedlock(&real[m], &past), tp_pthread_mutex_timedlock(&model[m], &past)); break;
        case 3:
            if (!held && kind == 0)
                continue;
            SAME("%d", result = pthread_mutex_unlock(&real[m]), tp_pthread_mutex_unlock(&model[m]));
            locks = 0;
        }
        held += result ? 0 : locks ? 1 : -1;
    }
    SAME("%d", pthread_mutex_destroy(&real[m]), tp_pthread_mutex_destroy(&model[m]));
}

static void other_locks(void) {
    pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER, s = PTHREAD_RWLOCK_INITIALIZER;
    sem_t t, u;
    pthread_spinlock_t v, w;
    mtx_t x, y;
    int readers = 0, writer = 0, value = rand() % 3, spin = 0, plain = 0;
    sem_init(&t, 0, (unsigned)value), tp_sem_init(&u, 0, (unsigned)value);
    pthread_spin_init(&v, 0), tp_pthread_spin_init(&w, 0);
    mtx_init(&x, mtx_plain), tp_mtx_init(&y, mtx_plain);
    struct timespec past = {0, 0};
    for (int i = 0; i < 30; i++) {
        int result, other;
        errno = *tp___errno_location() = 0;
        switch (rand() % 13) {
        case 0: SAME("%d", result = pthread_rwlock_tryrdlock(&r), tp_pthread_rwlock_tryrdlock(&s)); readers += !result; break;
        case 1: SAME("%d", result = pthread_rwlock_trywrlock(&r), tp_pthread_rwlock_trywrlock(&s)); writer += !result; break;
        case 2: SAME("%d", result = pthread_rwlock_rdlock(&r), tp_pthread_rwlock_rdlock(&s)); readers += !result; break;
        case 3: if (!readers) { SAME("%d", result = pthread_rwlock_wrlock(&r), tp_pthread_rwlock_wrlock(&s)); writer += !result; } break;
        case 4: if (readers + writer) { SAME("%d", pthread_rwlock_unlock(&r), tp_pthread_rwlock_unlock(&s)); writer ? writer-- : readers--; } break;
        case 5: SAME("%d", sem_trywait(&t), tp_sem_trywait(&u)); break;
        case 6: SAME("%d", sem_timedwait(&t, &past), tp_sem_timedwait(&u, &past)); break;
        case 7: SAME("%d", sem_post(&t), tp_sem_post(&u)); break;
        case 8: SAME("%d", sem_getvalue(&t, &result), tp_sem_getvalue(&u, &other)); SAME("%d", result, other); break;
        case 9: SAME("%d", result = pthread_spin_trylock(&v), tp_pthread_spin_trylock(&w)); spin += !result; break;
        case 10: if (spin) { SAME("%d", pthread_spin_unlock(&v), tp_pthread_spin_unlock(&w)); spin--; } break;
        case 11: SAME("%d", result = mtx_trylock(&x), tp_mtx_trylock(&y)); plain += !result; break;
        case 12: if (plain) { SAME("%d", mtx_unlock(&x), tp_mtx_unlock(&y)); plain--; } break;
        }
        SAME("%d", errno, *tp___errno_location());
    }
}

/* -- the command line and dates ------------------------------------------------------------------------------------------------- */

MODEL(int, getopt_long, int, char *const *, const char *, const struct option *, int *)
MODEL(struct tm *, gmtime_r, const time_t *, struct tm *) MODEL(time_t, timegm, struct tm *)
extern char *tp_optarg;
extern int tp_optind, tp_optopt;

static void options(void) {
    static const struct option known[] = {{"all", no_argument, 0, 'A'}, {"alter", required_argument, 0, 'L'},
                                          {"be", optional_argument, 0, 'B'}, {0, 0, 0, 0}};
    static char *parts[] = {"-a", "-b", "-bx", "-ab", "-aby", "--", "x", "yy", "-", "--all", "--al", "--alter", "--alter=5", "--be", "--be=3",
                            "--b", "-z", "--nope", "-c", "-cfoo", "--all=1"};
    static char *lists[] = {"ab:c::", ":ab:c::", "+ab:", "-ab:c::"};
    char *words[7] = {"program"}, *others[7];
    int count = 1 + rand() % 6;
    for (int i = 1; i < count; i++)
        words[i] = parts[rand() % (sizeof parts / sizeof *parts)];
    words[count] = 0;
    memcpy(others, words, sizeof words);
    const char *list = lists[rand() % 4];
    optind = tp_optind = 0, opterr = 0;
    for (int turn = 0; turn < 12; turn++) {
        int which = -7, other = -7, one = getopt_long(count, words, list, known, &which);
        int two = tp_getopt_long(count, others, list, known, &other);
        SAME("%d", one, two);
        SAME("%d", which, other);
        if (one == -1)
            break;
        if (one != '?')
            SAME("%s", optarg, tp_optarg);
        if (one == '?' || one == ':')
            SAME("%d", optopt, tp_optopt);
        if (failures)
            break;
    }
    SAME("%d", optind, tp_optind);
    for (int i = optind; i < count; i++)
        SAME("%s", words[i], others[i]);
    if (failures) {
        printf("%s:", list);
        for (int i = 1; i < count; i++)
            printf(" %s", words[i]);
        printf("\n");
    }
}

static void dates(void) {
    time_t time = ((long)rand() << 8 ^ rand()) * (rand() % 2 ? 1 : -1);
    struct tm real, model;
    gmtime_r(&time, &real), tp_gmtime_r(&time, &model);
    SAME("%d", real.tm_sec, model.tm_sec);
    SAME("%d", real.tm_min, model.tm_min);
    SAME("%d", real.tm_hour, model.tm_hour);
    SAME("%d", real.tm_mday, model.tm_mday);
    SAME("%d", real.tm_mon, model.tm_mon);
    SAME("%d", real.tm_year, model.tm_year);
    SAME("%d", real.tm_wday, model.tm_wday);
    SAME("%d", real.tm_yday, model.tm_yday);
    real.tm_mon = model.tm_mon = rand() % 100 - 50, real.tm_mday = model.tm_mday = rand() % 200 - 100;
    real.tm_hour = model.tm_hour = rand() % 100 - 50, real.tm_sec = model.tm_sec = rand() % 10000 - 5000;
    SAME("%ld", timegm(&real), tp_timegm(&model));
    SAME("%d", real.tm_mday, model.tm_mday);
    SAME("%d", real.tm_yday, model.tm_yday);
    SAME("%d", real.tm_year, model.tm_year);
}

/* -- more texts, and whole numbers ------------------------------------------------------------------------------------------- */

MODEL(char *, strsep, char **, const char *) MODEL(char *, strcasestr, const char *, const char *)
MODEL(void *, memmem, const void *, size_t, const void *, size_t) MODEL(void *, memrchr, const void *, int, size_t)
MODEL(char *, dirname, char *) MODEL(char *, __xpg_basename, char *) MODEL(char *, basename, const char *)
extern char *dirname(char *), *__xpg_basename(char *);
MODEL(double, rint, double) MODEL(double, fmod, double, double) MODEL(double, modf, double, double *) MODEL(double, copysign, double, double)

static void more_texts(void) {
    char a[32], b[8], x[64], y[64], *p = x, *q = y;
    random_text(a, 20), random_text(b, 3);
    strcpy(x, a), strcpy(y, a);
    for (int i = 0; i < 4; i++) {
        char *one = strsep(&p, b), *two = tp_strsep(&q, b);
        SAME("%ld", OFFSET(x, one), OFFSET(y, two));
        SAME("%ld", OFFSET(x, p), OFFSET(y, q));
    }
    SAME("%d", memcmp(x, y, strlen(a) + 1), 0);
    SAME("%p", strcasestr(a, b), tp_strcasestr(a, b));
    SAME("%p", memmem(a, strlen(a), b, strlen(b)), tp_memmem(a, strlen(a), b, strlen(b)));
    SAME("%p", memrchr(a, b[0], strlen(a)), tp_memrchr(a, b[0], strlen(a)));
    char path[16];
    int length = rand() % 8;
    for (int i = 0; i < length; i++)
        path[i] = "/a./"[rand() % 4];
    path[length] = 0;
    if (strncmp(path, "//", 2) == 0)
        path[0] = 'b'; /* two slashes at the beginning are up to the system */
    SAME("%p", basename(path), tp_basename(path));
    strcpy(x, path), strcpy(y, path);
    SAME("%d", strcmp(dirname(x), tp_dirname(y)), 0);
    strcpy(x, path), strcpy(y, path);
    SAME("%d", strcmp(__xpg_basename(x), tp___xpg_basename(y)), 0);
}

static double any_double(void) {
    static const double some[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -3.5, 1e300, 4503599627370497.5, 1e-310, INFINITY, -INFINITY};
    if (rand() % 3 == 0)
        return some[rand() % (sizeof some / sizeof *some)];
    return ldexp(rand() - RAND_MAX / 2, rand() % 60 - 40);
}

static unsigned long bits_of(double x) {
    unsigned long bits;
    memcpy(&bits, &x, sizeof bits);
    return x != x ? 0 : bits;
}

static void whole_numbers(void) {
    double x = any_double(), y = any_double(), one, two;
    SAME("%lx", bits_of(rint(x)), bits_of(tp_rint(x)));
    SAME("%lx", bits_of(fmod(x, y)), bits_of(tp_fmod(x, y)));
    SAME("%lx", bits_of(copysign(x, y)), bits_of(tp_copysign(x, y)));
    SAME("%lx", bits_of(modf(x, &one)), bits_of(tp_modf(x, &two)));
    SAME("%lx", bits_of(one), bits_of(two));
}

int main(void) {
    srand(20240501);
    characters();
    for (int i = 0; i < 20000 && !failures; i++)
        strings(), parse(), format(), heap(), mutexes(), other_locks(), options(), dates(), more_texts(), whole_numbers();
    printf("%d differences\n", failures);
    return failures != 0;
}
