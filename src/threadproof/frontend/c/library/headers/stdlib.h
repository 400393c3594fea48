#ifndef __TP_STDLIB_H
#define __TP_STDLIB_H
#include <alloca.h>
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
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void *reallocarray(void *, size_t, size_t);
extern void *aligned_alloc(size_t, size_t);
extern int posix_memalign(void **, size_t, size_t);
extern void free(void *);
extern _Noreturn void exit(int);
extern _Noreturn void _Exit(int);
extern _Noreturn void quick_exit(int);
extern _Noreturn void abort(void);
extern int atexit(void (*)(void));
extern int at_quick_exit(void (*)(void));
extern int rand(void);
extern int rand_r(unsigned *);
extern void srand(unsigned);
extern long random(void);
extern void srandom(unsigned);
extern double drand48(void);
extern long lrand48(void), mrand48(void);
extern void srand48(long);
extern int abs(int);
extern long labs(long);
extern long long llabs(long long);
extern div_t div(int, int);
extern ldiv_t ldiv(long, long);
extern lldiv_t lldiv(long long, long long);
extern int atoi(const char *);
extern long atol(const char *);
extern long long atoll(const char *);
extern double atof(const char *);
extern long strtol(const char *restrict, char **restrict, int);
extern unsigned long strtoul(const char *restrict, char **restrict, int);
extern long long strtoll(const char *restrict, char **restrict, int);
extern unsigned long long strtoull(const char *restrict, char **restrict, int);
extern double strtod(const char *restrict, char **restrict);
extern char *getenv(const char *);
extern int setenv(const char *, const char *, int), unsetenv(const char *), putenv(char *);
extern int system(const char *);
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
#endif
