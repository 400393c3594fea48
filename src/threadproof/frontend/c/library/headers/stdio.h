#ifndef __TP_STDIO_H
#define __TP_STDIO_H
#include <stdarg.h>
#include <stddef.h>
#include <sys/types.h>
typedef struct __tp_file FILE;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
extern int printf(const char *restrict, ...);
extern int fprintf(FILE *restrict, const char *restrict, ...);
extern int dprintf(int, const char *restrict, ...);
extern int sprintf(char *restrict, const char *restrict, ...);
extern int snprintf(char *restrict, size_t, const char *restrict, ...);
extern int vprintf(const char *restrict, va_list);
extern int vfprintf(FILE *restrict, const char *restrict, va_list);
extern int vsprintf(char *restrict, const char *restrict, va_list);
extern int vsnprintf(char *restrict, size_t, const char *restrict, va_list);
extern int scanf(const char *restrict, ...);
extern int fscanf(FILE *restrict, const char *restrict, ...);
extern int sscanf(const char *restrict, const char *restrict, ...);
extern int vscanf(const char *restrict, va_list);
extern int vfscanf(FILE *restrict, const char *restrict, va_list);
extern int vsscanf(const char *restrict, const char *restrict, va_list);
extern int puts(const char *), putchar(int), putc(int, FILE *);
extern int fputs(const char *restrict, FILE *restrict), fputc(int, FILE *);
extern int getchar(void), getc(FILE *), fgetc(FILE *), ungetc(int, FILE *);
extern char *fgets(char *restrict, int, FILE *restrict);
extern size_t fread(void *restrict, size_t, size_t, FILE *restrict);
extern size_t fwrite(const void *restrict, size_t, size_t, FILE *restrict);
extern FILE *fopen(const char *restrict, const char *restrict);
extern int fclose(FILE *), fflush(FILE *), feof(FILE *), ferror(FILE *);
extern void clearerr(FILE *);
extern int fseek(FILE *, long, int);
extern long ftell(FILE *);
extern void rewind(FILE *);
extern void setbuf(FILE *restrict, char *restrict);
extern int setvbuf(FILE *restrict, char *restrict, int, size_t);
extern void flockfile(FILE *), funlockfile(FILE *);
extern void perror(const char *);
#endif
