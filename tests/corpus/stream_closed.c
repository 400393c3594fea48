// property: valid-memsafety
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Streams are used until they are closed, by two threads at once, too; those that the program starts with need not be closed.
#include <pthread.h>
#include <stdio.h>

static FILE *shared;

static void *worker(void *argument) {
    fputs("worker\n", shared);
    return argument;
}

int main(void) {
    pthread_t thread;
    shared = fopen("log", "w");
    if (!shared) {
        fprintf(stderr, "no log\n");
        return 1;
    }
    pthread_create(&thread, 0, worker, 0);
    fputc('m', shared);
    pthread_join(thread, 0);
    fflush(0);
    fclose(shared);
    printf("done\n");
    fclose(stdin);
    fprintf(stderr, "done\n");
    return 0;
}
