// property: no-data-race
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// What is printed belongs to the thread, was joined for, or is a literal; an address and a number are not read through.
#include <pthread.h>
#include <stdio.h>
static char name[4] = "ab";
static int count;
static void *rename_(void *p) {
    char own[3] = "xy";
    name[0] = own[1];
    fprintf(stderr, "%s %p %s\n", own, (void *)name, "done");
    puts("end");
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, rename_, 0);
    printf("%s %d\n", "started", count);
    pthread_join(t, 0);
    puts(name);
    fwrite(name, 1, sizeof name, stdout);
    return 0;
}
