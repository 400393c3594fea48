/* Output has no effect and input is arbitrary. Text in memory is read and written exactly: see printf.c and scanf.c. A stream is an object
   that lives until it is closed, and every call looks at it. */
#include "intrinsics.h"
#include <stdio.h>

extern int __tp_failed(int result), __tp_ended(int result);

struct __tp_file {
    _Bool closed;
};

static struct __tp_file __tp_input, __tp_output, __tp_errors;
FILE *stdin = &__tp_input, *stdout = &__tp_output, *stderr = &__tp_errors;

#define CLOSES __tp_calls("fclose")

/* As the calls of a stream exclude each other, this is no race. Where none is opened or closed, all of them are there. */
void __tp_use_stream(FILE *file) {
    if (CLOSES) {
        __tp_atomic_begin();
        __tp_check(!file->closed, "invalid-deref", "use of a stream that was closed");
        __tp_atomic_end();
    } else if (__tp_calls("fopen"))
        (void)file->closed;
}

void __tp_use_input(void) {
    if (CLOSES)
        __tp_use_stream(stdin);
}

static void __tp_use_output(void) {
    if (CLOSES)
        __tp_use_stream(stdout);
}

/* The standards leave open what errno is after a call that does not fail. */
static int __tp_printed(_Bool observed) {
    __tp_ended(0);
    if (!observed)
        return 0;
    int result = __VERIFIER_nondet_int();
    __tp_assume(result >= -1);
    return result;
}

/* Where the result is looked at (see frontend/c/library/output.py) it is -1 or the number of characters; through pointers, any number. */
//: approximated: the arguments are evaluated; no effect; -1 and any error, or any number (where the program looks at it: of the characters)
int printf(const char *restrict format, ...) {
    __tp_use_output();
    return __tp_printed(__tp_observes("printf", "nothing"));
}

int fprintf(FILE *restrict file, const char *restrict format, ...) {
    __tp_use_stream(file);
    return __tp_printed(__tp_observes("fprintf", "nothing"));
}

int dprintf(int file, const char *restrict format, ...) {
    return __tp_printed(__tp_observes("dprintf", "nothing"));
}

int vprintf(const char *restrict format, va_list arguments) {
    __tp_use_output();
    return __tp_printed(__tp_observes("vprintf", "nothing"));
}

int vfprintf(FILE *restrict file, const char *restrict format, va_list arguments) {
    __tp_use_stream(file);
    return __tp_printed(__tp_observes("vfprintf", "nothing"));
}

static int __tp_count(const char *format, va_list arguments) {
    int length = vsnprintf(0, 0, format, arguments);
    __tp_ended(0);
    return __VERIFIER_nondet_bool() ? -1 : length;
}

int __tp_counted_printf(const char *restrict format, ...) {
    __tp_use_output();
    va_list arguments;
    va_start(arguments, format);
    int result = __tp_count(format, arguments);
    va_end(arguments);
    return result;
}

int __tp_counted_fprintf(FILE *restrict file, const char *restrict format, ...) {
    __tp_use_stream(file);
    va_list arguments;
    va_start(arguments, format);
    int result = __tp_count(format, arguments);
    va_end(arguments);
    return result;
}

int __tp_counted_dprintf(int file, const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = __tp_count(format, arguments);
    va_end(arguments);
    return result;
}

int __tp_counted_vprintf(const char *restrict format, va_list arguments) {
    __tp_use_output();
    return __tp_count(format, arguments);
}

int __tp_counted_vfprintf(FILE *restrict file, const char *restrict format, va_list arguments) {
    __tp_use_stream(file);
    return __tp_count(format, arguments);
}

//: approximated: no effect; EOF, or any number that is not negative
int puts(const char *text) {
    __tp_use_output();
    return __tp_printed(__tp_observes("puts", "nothing"));
}

int fputs(const char *restrict text, FILE *restrict file) {
    __tp_use_stream(file);
    return __tp_printed(__tp_observes("fputs", "nothing"));
}

//: approximated: no effect; EOF, or the character
int fputc(int c, FILE *file) {
    __tp_use_stream(file);
    return __VERIFIER_nondet_bool() ? __tp_failed(EOF) : (unsigned char)c;
}

int putc(int c, FILE *file) {
    return fputc(c, file);
}

int putchar(int c) {
    return fputc(c, stdout);
}

//: approximated: no effect; EOF, or 0
int fflush(FILE *file) {
    if (file)
        __tp_use_stream(file);
    return __VERIFIER_nondet_bool() ? __tp_failed(EOF) : 0;
}

//: approximated: no effect; any result up to the count
size_t fwrite(const void *restrict block, size_t size, size_t count, FILE *restrict file) {
    __tp_use_stream(file);
    __tp_ended(0);
    if (size == 0)
        return 0;
    while (count > 0 && __VERIFIER_nondet_bool())
        count--;
    return count;
}

//: ignored: no effect
void perror(const char *text) {
}

void clearerr(FILE *file) {
    __tp_use_stream(file);
}

void rewind(FILE *file) {
    __tp_use_stream(file);
}

void setbuf(FILE *restrict file, char *restrict buffer) {
    __tp_use_stream(file);
}

//: approximated: no effect; 0, or any other number
int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size) {
    __tp_use_stream(file);
    return __tp_observes("setvbuf", "nothing") ? __VERIFIER_nondet_int() : 0;
}

//: approximated: files as locks are not explored, so the verdict cannot be TRUE
void flockfile(FILE *file) {
    __tp_use_stream(file);
    __tp_cut("flockfile is not modelled");
}

void funlockfile(FILE *file) {
    __tp_use_stream(file);
    __tp_cut("funlockfile is not modelled");
}

/* A character that was pushed back, plus 1, and where. */
static int __tp_back;
static FILE *__tp_back_file;

static void __tp_not_back(FILE *file) {
    if (!__tp_calls("ungetc"))
        return;
    __tp_atomic_begin();
    if (__tp_back && __tp_back_file == file)
        __tp_cut("a character that was pushed back is modelled for single characters only");
    __tp_atomic_end();
}

//: approximated: any character or EOF; the one that was pushed back, if there is one
int fgetc(FILE *file) {
    __tp_use_stream(file);
    if (__tp_calls("ungetc")) {
        __tp_atomic_begin();
        int back = __tp_back_file == file ? __tp_back : 0;
        if (back)
            __tp_back = 0; //! -
        __tp_atomic_end();
        if (back)
            return back - 1;
    }
    return __VERIFIER_nondet_bool() ? __tp_ended(EOF) : __VERIFIER_nondet_uchar();
}

int getc(FILE *file) {
    return fgetc(file);
}

int getchar(void) {
    return fgetc(stdin);
}

//: approximated: EOF, or the character, which is read next; more than one at a time is not explored
int ungetc(int c, FILE *file) {
    __tp_use_stream(file);
    if (c == EOF)
        return EOF;
    if (__VERIFIER_nondet_bool())
        return EOF;
    __tp_atomic_begin();
    if (__tp_back)
        __tp_cut("more than one character that was pushed back");
    __tp_back = (unsigned char)c + 1; //! -
    __tp_back_file = file; //! -
    __tp_atomic_end();
    return (unsigned char)c;
}

//: approximated: NULL, or any text that fits, at least one character if there is room, nothing after the end of a line
char *fgets(char *restrict text, int size, FILE *restrict file) {
    __tp_use_stream(file);
    __tp_not_back(file);
    if (size <= 0 || __VERIFIER_nondet_bool()) {
        __tp_ended(0);
        return 0;
    }
    int i = 0;
    char byte = 0;
    for (; i + 1 < size && byte != '\n' && (i == 0 || __VERIFIER_nondet_bool()); i++) {
        byte = __VERIFIER_nondet_char();
        text[i] = byte;
    }
    text[i] = 0;
    return text;
}

//: approximated: any number of bytes that fits, with any content
size_t fread(void *restrict block, size_t size, size_t count, FILE *restrict file) {
    __tp_use_stream(file);
    char *bytes = block;
    size_t result = 0;
    __tp_not_back(file);
    __tp_ended(0);
    for (; size > 0 && result < count && __VERIFIER_nondet_bool(); result++)
        for (size_t i = 0; i < size; i++)
            bytes[result * size + i] = __VERIFIER_nondet_char();
    return result;
}

//: approximated: NULL and any error, or a file of its own
FILE *fopen(const char *restrict name, const char *restrict mode) {
    if (__VERIFIER_nondet_bool()) {
        __tp_failed(0);
        return 0;
    }
    return __tp_alloc_zeroed(sizeof(FILE));
}

//: approximated: EOF and any error, or 0; the file is gone
int fclose(FILE *file) {
    __tp_atomic_begin();
    __tp_use_stream(file);
    file->closed = 1; //! -
    if (file != &__tp_input && file != &__tp_output && file != &__tp_errors)
        __tp_free(file);
    __tp_atomic_end();
    return __VERIFIER_nondet_bool() ? __tp_failed(EOF) : 0;
}

static int __tp_whether(_Bool observed) {
    return observed ? __VERIFIER_nondet_int() : __VERIFIER_nondet_bool();
}

//: approximated: 0, or any other number, whatever was read before
int feof(FILE *file) {
    __tp_use_stream(file);
    return __tp_whether(__tp_observes("feof", "truth"));
}

int ferror(FILE *file) {
    __tp_use_stream(file);
    return __tp_whether(__tp_observes("ferror", "truth"));
}

//: approximated: no effect; -1 and any error, or 0
int fseek(FILE *file, long offset, int origin) {
    __tp_use_stream(file);
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : 0;
}

//: approximated: -1 and any error, or any offset
long ftell(FILE *file) {
    __tp_use_stream(file);
    long result = __VERIFIER_nondet_long();
    __tp_assume(result >= 0);
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : result;
}
