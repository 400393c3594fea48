#ifndef __TP_STRING_H
#define __TP_STRING_H
#include <features.h>
#include <stddef.h>
extern void *memset(void *, int, size_t);
extern void *memcpy(void *restrict, const void *restrict, size_t);
extern void *memmove(void *, const void *, size_t);
extern int memcmp(const void *, const void *, size_t);
extern void *memchr(const void *, int, size_t);
extern size_t strlen(const char *);
extern char *strcpy(char *restrict, const char *restrict);
extern char *strncpy(char *restrict, const char *restrict, size_t);
extern char *strcat(char *restrict, const char *restrict);
extern char *strncat(char *restrict, const char *restrict, size_t);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t);
extern int strcoll(const char *, const char *);
extern size_t strxfrm(char *restrict, const char *restrict, size_t);
extern char *strchr(const char *, int);
extern char *strrchr(const char *, int);
extern char *strstr(const char *, const char *);
extern char *strpbrk(const char *, const char *);
extern size_t strspn(const char *, const char *);
extern size_t strcspn(const char *, const char *);
extern char *strtok(char *restrict, const char *restrict);
extern char *strerror(int);
#ifdef __TP_POSIX
#include <strings.h>
extern size_t strnlen(const char *, size_t);
extern char *stpcpy(char *restrict, const char *restrict);
extern char *stpncpy(char *restrict, const char *restrict, size_t);
extern char *strtok_r(char *restrict, const char *restrict, char **restrict);
extern char *strdup(const char *);
extern char *strndup(const char *, size_t);
extern char *strsep(char **restrict, const char *restrict);
extern char *strsignal(int);
extern void *memccpy(void *restrict, const void *restrict, int, size_t);
extern void explicit_bzero(void *, size_t);
#ifndef _GNU_SOURCE
extern int strerror_r(int, char *, size_t);
#endif
#endif
#ifdef _GNU_SOURCE
extern char *__tp_gnu_strerror_r(int, char *, size_t);
#define strerror_r(number, text, size) __tp_gnu_strerror_r(number, text, size)
extern void *mempcpy(void *restrict, const void *restrict, size_t);
extern void *memmem(const void *, size_t, const void *, size_t), *memrchr(const void *, int, size_t), *rawmemchr(const void *, int);
extern char *strcasestr(const char *, const char *), *strchrnul(const char *, int), *strfry(char *);
#ifndef basename
extern char *basename(const char *);
#endif
extern int strverscmp(const char *, const char *);
#define strdupa(text) __extension__({ const char *__tp_t = (text); __builtin_strcpy(__builtin_alloca(__builtin_strlen(__tp_t) + 1), __tp_t); })
#endif
#endif
