// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Thread functions of other types than pthread_create wants, through casts, tables and wrappers.
#include <assert.h>
#include <pthread.h>

int done[4];

static void nothing(void) { done[0] = 1; }
static int number(void *arg) { done[1] = (int)(long)arg; return 3; }
static void *pointer(void *arg) { *(int *)arg = 7; return arg; }
typedef void *(*start)(void *);
static start table[] = { (start)nothing, (start)number, pointer };

static void launch(pthread_t *t, start f, void *arg) { pthread_create(t, 0, f, arg); }

int main(int argc, char **argv) {
    pthread_t t[4];
    void *result;
    launch(&t[0], table[0], 0);
    launch(&t[1], table[1], (void *)5);
    launch(&t[2], table[2], &done[2]);
    pthread_create(&t[3], 0, (void *(*)(void *))pointer, &done[3]);
    pthread_join(t[2], &result);
    assert(result == &done[2]);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    pthread_join(t[3], 0);
    assert(done[0] == 1 && done[1] == 5 && done[2] == 7 && done[3] == 7);
    return 0;
}
