// property: unreach-call
// verdict: TRUE
// Names of library functions that are not included mean what the program says.
#include <assert.h>
#include <pthread.h>
static int free = 3, index;
struct malloc { int printf; };
static void *work(void *p) {
    struct malloc *abs = p;
    free -= abs->printf;
    return 0;
}
int main(void) {
    struct malloc one = { 1 };
    pthread_t t;
    pthread_create(&t, 0, work, &one);
    pthread_join(t, 0);
    index = free;
    assert(index == 2);
    return 0;
}
