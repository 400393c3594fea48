#ifndef __TP_WCHAR_H
#define __TP_WCHAR_H
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
typedef __WINT_TYPE__ wint_t;
typedef struct {
    int __count;
    unsigned __value;
} mbstate_t;
#ifndef WEOF
#define WEOF 0xffffffffu
#endif
#ifndef WCHAR_MAX
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN (-__WCHAR_MAX__ - 1)
#endif
struct tm;
extern wchar_t *wcscpy(wchar_t *restrict, const wchar_t *restrict);
extern wchar_t *wcsncpy(wchar_t *restrict, const wchar_t *restrict, size_t);
extern wchar_t *wcscat(wchar_t *restrict, const wchar_t *restrict);
extern wchar_t *wcsncat(wchar_t *restrict, const wchar_t *restrict, size_t);
extern int wcscmp(const wchar_t *, const wchar_t *), wcsncmp(const wchar_t *, const wchar_t *, size_t);
extern int wcscoll(const wchar_t *, const wchar_t *), *wcschr(const wchar_t *, wchar_t);
extern wchar_t *wcsrchr(const wchar_t *, wchar_t);
extern size_t wcscspn(const wchar_t *, const wchar_t *), wcsspn(const wchar_t *, const wchar_t *);
extern wchar_t *wcspbrk(const wchar_t *, const wchar_t *), *wcsstr(const wchar_t *, const wchar_t *);
extern wchar_t *wcstok(wchar_t *restrict, const wchar_t *restrict, wchar_t **restrict);
extern size_t wcslen(const wchar_t *);
extern size_t wcsnlen(const wchar_t *, size_t);
extern wchar_t *wcsdup(const wchar_t *);
extern int *wmemchr(const wchar_t *, wchar_t, size_t), wmemcmp(const wchar_t *, const wchar_t *, size_t);
extern int *wmemcpy(wchar_t *restrict, const wchar_t *restrict, size_t), *wmemmove(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wmemset(wchar_t *, wchar_t, size_t);
extern wint_t btowc(int);
extern int wctob(wint_t), mbsinit(const mbstate_t *);
extern size_t mbrtowc(wchar_t *restrict, const char *restrict, size_t, mbstate_t *restrict);
extern size_t wcrtomb(char *restrict, wchar_t, mbstate_t *restrict);
extern size_t mbrlen(const char *restrict, size_t, mbstate_t *restrict);
extern size_t mbsrtowcs(wchar_t *restrict, const char **restrict, size_t, mbstate_t *restrict);
extern size_t wcsrtombs(char *restrict, const wchar_t **restrict, size_t, mbstate_t *restrict);
extern double wcstod(const wchar_t *restrict, wchar_t **restrict);
extern long wcstol(const wchar_t *restrict, wchar_t **restrict, int);
extern unsigned long wcstoul(const wchar_t *restrict, wchar_t **restrict, int);
extern int fwide(FILE *, int), fwprintf(FILE *restrict, const wchar_t *restrict, ...);
extern int wprintf(const wchar_t *restrict, ...), swprintf(wchar_t *restrict, size_t, const wchar_t *restrict, ...);
extern int fwscanf(FILE *restrict, const wchar_t *restrict, ...), wscanf(const wchar_t *restrict, ...);
extern int swscanf(const wchar_t *restrict, const wchar_t *restrict, ...);
extern wint_t fgetwc(FILE *), getwc(FILE *), getwchar(void), fputwc(wchar_t, FILE *), putwc(wchar_t, FILE *);
extern wint_t putwchar(wchar_t);
extern wchar_t *fgetws(wchar_t *restrict, int, FILE *restrict);
extern int fputws(const wchar_t *restrict, FILE *restrict);
extern wint_t ungetwc(wint_t, FILE *);
extern size_t wcsftime(wchar_t *restrict, size_t, const wchar_t *restrict, const struct tm *restrict);
extern int wcswidth(const wchar_t *, size_t), wcwidth(wchar_t);
#endif
