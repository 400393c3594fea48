#ifndef __TP_STDLIB_H
#define __TP_STDLIB_H
#include <alloca.h>
#include <features.h>
#include <stddef.h>
typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)1)
extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t), *aligned_alloc(size_t, size_t);
extern void free(void *);
extern _Noreturn void exit(int), _Exit(int), quick_exit(int), abort(void);
extern int atexit(void (*)(void)), at_quick_exit(void (*)(void));
extern int rand(void), abs(int), atoi(const char *), system(const char *);
extern void srand(unsigned);
extern long labs(long), atol(const char *);
extern long long llabs(long long), atoll(const char *);
extern div_t div(int, int);
extern ldiv_t ldiv(long, long);
extern lldiv_t lldiv(long long, long long);
extern double atof(const char *), strtod(const char *restrict, char **restrict);
extern float strtof(const char *restrict, char **restrict);
extern long double strtold(const char *restrict, char **restrict);
extern long strtol(const char *restrict, char **restrict, int);
extern unsigned long strtoul(const char *restrict, char **restrict, int);
extern long long strtoll(const char *restrict, char **restrict, int);
extern unsigned long long strtoull(const char *restrict, char **restrict, int);
extern char *getenv(const char *);
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
extern int mblen(const char *, size_t), mbtowc(wchar_t *restrict, const char *restrict, size_t), wctomb(char *, wchar_t);
extern size_t mbstowcs(wchar_t *restrict, const char *restrict, size_t);
extern size_t wcstombs(char *restrict, const wchar_t *restrict, size_t);
#ifdef __TP_POSIX
#include <sys/types.h>
extern void *reallocarray(void *, size_t, size_t), *valloc(size_t);
extern int posix_memalign(void **, size_t, size_t);
extern int setenv(const char *, const char *, int), unsetenv(const char *), putenv(char *), clearenv(void);
extern int rand_r(unsigned *), on_exit(void (*)(int, void *), void *);
extern long random(void);
extern void srandom(unsigned);
extern double drand48(void), erand48(unsigned short[3]);
extern long lrand48(void), mrand48(void), nrand48(unsigned short[3]), jrand48(unsigned short[3]);
extern void srand48(long);
extern char *initstate(unsigned, char *, size_t), *setstate(char *);
extern unsigned short *seed48(unsigned short[3]);
extern int mkstemp(char *);
extern char *mkdtemp(char *), *mktemp(char *);
extern int mkstemps(char *, int);
extern char *realpath(const char *restrict, char *restrict);
extern int getsubopt(char **restrict, char *const *restrict, char **restrict), getloadavg(double[], int), posix_openpt(int);
extern int grantpt(int), unlockpt(int);
extern char *ptsname(int);
extern long a64l(const char *);
extern char *l64a(long), *ecvt(double, int, int *restrict, int *restrict), *fcvt(double, int, int *restrict, int *restrict);
extern char *gcvt(double, int, char *);
#endif
#ifdef _GNU_SOURCE
#define strtoq strtoll
#define strtouq strtoull
typedef int (*comparison_fn_t)(const void *, const void *);
extern char *secure_getenv(const char *);
extern int mkostemp(char *, int), ptsname_r(int, char *, size_t);
extern char *canonicalize_file_name(const char *);
extern void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
#endif
#endif
