// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
#include <assert.h>
#include <pthread.h>

struct job { int input, output; };

static void *thread(void *arg) {
    struct job *job = arg;
    job->output = job->input + 1;
    return job;
}

int main(void) {
    pthread_t t[3];
    struct job jobs[3];
    for (int i = 0; i < 3; i++) {
        jobs[i].input = i;
        pthread_create(&t[i], 0, thread, &jobs[i]);
    }
    for (int i = 0; i < 3; i++) {
        void *r;
        pthread_join(t[i], &r);
        assert(r == &jobs[i] && ((struct job *)r)->output == i + 1);
    }
    return 0;
}
