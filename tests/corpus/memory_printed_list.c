// property: valid-memsafety
// verdict: FALSE
// A function of the program hands its arguments on; one of them is a text that was freed.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static void message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}
int main(void) {
    char *text = malloc(2);
    text[0] = 'a';
    text[1] = 0;
    message("%5.1f %ld %s\n", 1.5, 2L, text);
    free(text);
    message("%s\n", text);
    return 0;
}
