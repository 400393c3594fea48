// property: valid-memsafety
// verdict: FALSE
// As stream_closed, but the worker may write when main has closed the stream.
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
    fclose(shared);
    pthread_join(thread, 0);
    fflush(0);
    printf("done\n");
    fclose(stdin);
    fprintf(stderr, "done\n");
    return 0;
}
