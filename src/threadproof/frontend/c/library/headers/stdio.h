#ifndef __TP_STDIO_H
#define __TP_STDIO_H
#include <features.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/types.h>
typedef struct __tp_file FILE;
typedef struct {
    long __position;
    int __state[2];
} fpos_t;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define TMP_MAX 238328
#define L_tmpnam 20
#define L_ctermid 9
#define L_cuserid 9
#define P_tmpdir "/tmp"
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
extern void perror(const char *);
extern FILE *freopen(const char *restrict, const char *restrict, FILE *restrict), *tmpfile(void);
extern int fgetpos(FILE *restrict, fpos_t *restrict), fsetpos(FILE *, const fpos_t *), remove(const char *);
extern int rename(const char *, const char *);
extern char *tmpnam(char[L_tmpnam]), *gets(char *);
#ifdef __TP_POSIX
extern int dprintf(int, const char *restrict, ...), vdprintf(int, const char *restrict, va_list);
extern void flockfile(FILE *), funlockfile(FILE *), setlinebuf(FILE *), setbuffer(FILE *, char *, size_t);
extern int ftrylockfile(FILE *), getc_unlocked(FILE *), getchar_unlocked(void), putc_unlocked(int, FILE *), putchar_unlocked(int);
extern int fileno(FILE *), fseeko(FILE *, off_t, int), pclose(FILE *), getw(FILE *), putw(int, FILE *);
extern int fgetc_unlocked(FILE *), fputc_unlocked(int, FILE *), feof_unlocked(FILE *), ferror_unlocked(FILE *), fflush_unlocked(FILE *);
extern int fileno_unlocked(FILE *), renameat(int, const char *, int, const char *);
extern void clearerr_unlocked(FILE *);
extern off_t ftello(FILE *);
extern FILE *fdopen(int, const char *), *popen(const char *, const char *), *fmemopen(void *restrict, size_t, const char *restrict);
extern FILE *open_memstream(char **, size_t *);
extern ssize_t getline(char **restrict, size_t *restrict, FILE *restrict);
extern ssize_t getdelim(char **restrict, size_t *restrict, int, FILE *restrict);
extern size_t fread_unlocked(void *restrict, size_t, size_t, FILE *restrict);
extern size_t fwrite_unlocked(const void *restrict, size_t, size_t, FILE *restrict);
extern char *tempnam(const char *, const char *), *ctermid(char *);
#endif
#ifdef _GNU_SOURCE
extern int asprintf(char **restrict, const char *restrict, ...), vasprintf(char **restrict, const char *restrict, va_list);
extern int fputs_unlocked(const char *restrict, FILE *restrict), fcloseall(void);
extern char *fgets_unlocked(char *restrict, int, FILE *restrict);
#endif
#endif
