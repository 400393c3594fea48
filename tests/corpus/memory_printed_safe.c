// property: valid-memsafety
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Texts that are long enough for what is printed of them, whoever takes the format apart.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
static const char *const format = "%-3.2s %p %Lf %lld\n";
static char shared[4] = "abc";
static void message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}
static void *thread(void *arg) {
    shared[2] = 'x';
    return 0;
}
int main(void) {
    pthread_t t;
    char name[2] = {'a', 'b'};
    int number = 3;
    pthread_create(&t, 0, thread, 0);
    printf("%.2s %.*s %.s\n", shared, 2, name, (char *)0);
    printf(format, name, (void *)shared, 1.5L, 4LL);
    message("%*d %hhu %c %.*s %m %% %p %s\n", 4, number, 1, 'c', number - 1, shared, (void *)&number, "end");
    pthread_join(t, 0);
    message("%s\n", shared);
    return 0;
}
