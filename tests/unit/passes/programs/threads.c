// unreach-call: TRUE
// valid-memsafety: TRUE
// no-deadlock: TRUE
// Thread-local variables, locals and heap objects that other threads reach, results of threads, one template started twice.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
struct job { int in; int *out; };
static _Thread_local int mine = 5;
static _Thread_local int *where;
static void *work(void *arg) {
    struct job *job = arg;
    where = &mine;
    *where += job->in;
    *job->out = mine;
    int *result = malloc(sizeof *result);
    *result = mine * 2;
    return result;
}
static int run(int n) {
    int out[2] = { 0, 0 };
    struct job jobs[2] = { { n, &out[0] }, { n + 1, &out[1] } };
    pthread_t t[2];
    void *results[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, &jobs[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], &results[i]);
    int total = *(int *)results[0] + *(int *)results[1] + out[0] + out[1];
    free(results[0]);
    free(results[1]);
    return total;
}
int main(void) {
    if (run(1) != 39 || mine != 5)
        reach_error();
    return 0;
}
