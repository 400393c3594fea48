/* Output has no effect and input is arbitrary. Text in memory is read and written exactly: see printf.c and scanf.c. */
#include "intrinsics.h"
#include <stdio.h>

extern int __tp_failed(int result), __tp_ended(int result);

/* The standards leave open what errno is after a call that does not fail. */
static int __tp_printed(void) {
    __tp_ended(0);
    return __VERIFIER_nondet_int();
}

//: approximated: the arguments are evaluated; no effect; any result
int printf(const char *restrict format, ...) {
    return __tp_printed();
}

int fprintf(FILE *restrict file, const char *restrict format, ...) {
    return __tp_printed();
}

int dprintf(int file, const char *restrict format, ...) {
    return __tp_printed();
}

int vprintf(const char *restrict format, va_list arguments) {
    return __tp_printed();
}

int vfprintf(FILE *restrict file, const char *restrict format, va_list arguments) {
    return __tp_printed();
}

int puts(const char *text) {
    return __tp_printed();
}

int fputs(const char *restrict text, FILE *restrict file) {
    return __tp_printed();
}

int putchar(int c) {
    return __tp_printed();
}

int putc(int c, FILE *file) {
    return __tp_printed();
}

int fputc(int c, FILE *file) {
    return __tp_printed();
}

int fflush(FILE *file) {
    return __tp_printed();
}

//: approximated: no effect; any result up to the count
size_t fwrite(const void *restrict block, size_t size, size_t count, FILE *restrict file) {
    __tp_ended(0);
    while (count > 0 && __VERIFIER_nondet_bool())
        count--;
    return count;
}

//: ignored: no effect
void perror(const char *text) {
}

void clearerr(FILE *file) {
}

void rewind(FILE *file) {
}

void setbuf(FILE *restrict file, char *restrict buffer) {
}

int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size) {
    return 0;
}

//: approximated: files as locks are not explored, so the verdict cannot be TRUE
void flockfile(FILE *file) {
    __tp_cut("flockfile is not modelled");
}

void funlockfile(FILE *file) {
    __tp_cut("funlockfile is not modelled");
}

//: approximated: any character or EOF
int fgetc(FILE *file) {
    return __VERIFIER_nondet_bool() ? __tp_ended(EOF) : __VERIFIER_nondet_uchar();
}

int getc(FILE *file) {
    return fgetc(file);
}

int getchar(void) {
    return fgetc(0);
}

//: approximated: the character or EOF; what is read next is arbitrary anyway
int ungetc(int c, FILE *file) {
    return __VERIFIER_nondet_bool() ? EOF : (unsigned char)c;
}

//: approximated: NULL, or any text that fits, at least one character if there is room
char *fgets(char *restrict text, int size, FILE *restrict file) {
    if (size <= 0 || __VERIFIER_nondet_bool()) {
        __tp_ended(0);
        return 0;
    }
    int i = 0;
    for (; i + 1 < size && (i == 0 || __VERIFIER_nondet_bool()); i++)
        text[i] = __VERIFIER_nondet_char();
    text[i] = 0;
    return text;
}

//: approximated: any number of bytes that fits, with any content
size_t fread(void *restrict block, size_t size, size_t count, FILE *restrict file) {
    char *bytes = block;
    size_t result = 0;
    __tp_ended(0);
    for (; size > 0 && result < count && __VERIFIER_nondet_bool(); result++)
        for (size_t i = 0; i < size; i++)
            bytes[result * size + i] = __VERIFIER_nondet_char();
    return result;
}

struct __tp_file {
    char opaque;
};

//: approximated: NULL and any error, or a file of its own
FILE *fopen(const char *restrict name, const char *restrict mode) {
    if (__VERIFIER_nondet_bool()) {
        __tp_failed(0);
        return 0;
    }
    return __tp_alloc(sizeof(FILE));
}

//: approximated: no effect; any result
int fclose(FILE *file) {
    return __VERIFIER_nondet_bool() ? __tp_failed(EOF) : 0;
}

int feof(FILE *file) {
    return __VERIFIER_nondet_bool();
}

int ferror(FILE *file) {
    return __VERIFIER_nondet_bool();
}

int fseek(FILE *file, long offset, int origin) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : 0;
}

long ftell(FILE *file) {
    __tp_ended(0);
    return __VERIFIER_nondet_long();
}
