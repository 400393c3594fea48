/* Output has no effect and input is arbitrary. Text in memory is read and written exactly: see printf.c and scanf.c. */
#include "intrinsics.h"
#include <stdio.h>

/* What output functions do first where accesses matter (see frontend/c/output.py). */
//: modelled: every byte is read
void __tp_read_text(const char *text) {
    while (*text)
        text++;
}

void __tp_read_bytes(const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        char byte = bytes[i];
        (void)byte;
    }
}

//: approximated: the arguments are evaluated; no effect; any result
int printf(const char *restrict format, ...) {
    return __VERIFIER_nondet_int();
}

int fprintf(FILE *restrict file, const char *restrict format, ...) {
    return __VERIFIER_nondet_int();
}

int dprintf(int file, const char *restrict format, ...) {
    return __VERIFIER_nondet_int();
}

int vprintf(const char *restrict format, va_list arguments) {
    return __VERIFIER_nondet_int();
}

int vfprintf(FILE *restrict file, const char *restrict format, va_list arguments) {
    return __VERIFIER_nondet_int();
}

int puts(const char *text) {
    return __VERIFIER_nondet_int();
}

int fputs(const char *restrict text, FILE *restrict file) {
    return __VERIFIER_nondet_int();
}

int putchar(int c) {
    return __VERIFIER_nondet_int();
}

int putc(int c, FILE *file) {
    return __VERIFIER_nondet_int();
}

int fputc(int c, FILE *file) {
    return __VERIFIER_nondet_int();
}

int fflush(FILE *file) {
    return __VERIFIER_nondet_int();
}

//: approximated: no effect; any result up to the count
size_t fwrite(const void *restrict block, size_t size, size_t count, FILE *restrict file) {
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
    return __VERIFIER_nondet_bool() ? EOF : __VERIFIER_nondet_uchar();
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

//: approximated: NULL, or any text that fits
char *fgets(char *restrict text, int size, FILE *restrict file) {
    if (size <= 0 || __VERIFIER_nondet_bool())
        return 0;
    int i = 0;
    for (; i + 1 < size && __VERIFIER_nondet_bool(); i++)
        text[i] = __VERIFIER_nondet_char();
    text[i] = 0;
    return text;
}

//: approximated: any number of bytes that fits, with any content
size_t fread(void *restrict block, size_t size, size_t count, FILE *restrict file) {
    char *bytes = block;
    size_t result = 0;
    for (; size > 0 && result < count && __VERIFIER_nondet_bool(); result++)
        for (size_t i = 0; i < size; i++)
            bytes[result * size + i] = __VERIFIER_nondet_char();
    return result;
}

struct __tp_file {
    char opaque;
};

//: approximated: NULL, or a file of its own
FILE *fopen(const char *restrict name, const char *restrict mode) {
    return __VERIFIER_nondet_bool() ? 0 : __tp_alloc(sizeof(FILE));
}

//: approximated: no effect; any result
int fclose(FILE *file) {
    return __VERIFIER_nondet_bool() ? EOF : 0;
}

int feof(FILE *file) {
    return __VERIFIER_nondet_bool();
}

int ferror(FILE *file) {
    return __VERIFIER_nondet_bool();
}

int fseek(FILE *file, long offset, int origin) {
    return __VERIFIER_nondet_bool() ? -1 : 0;
}

long ftell(FILE *file) {
    return __VERIFIER_nondet_long();
}
