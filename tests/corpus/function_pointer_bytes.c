// property: unreach-call
// verdict: FALSE
// A function pointer is copied byte by byte: what it calls is called all the same, so the accesses of main are no private ones.
#include <assert.h>
#include <pthread.h>
#include <string.h>

int x;
void store(void) { x = 1; }
void (*given)(void) = store, (*taken)(void);

void *run(void *p) {
    for (int i = 0; i < (int)sizeof given; i++)
        ((char *)&taken)[i] = ((char *)&given)[i];
    taken();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    int a = x;
    int b = x;
    assert(a == b);
    pthread_join(t, 0);
    return 0;
}
