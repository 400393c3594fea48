// property: unreach-call
// verdict: TRUE
// x and y are set to 1 and to 2 by four threads, each of which then sees its own number in the other variable; two more see (1, 2) and
// (2, 1). Whatever the order of the writes to x and of those to y is, one of the reads then comes before a write that it must follow.
// But no read orders two writes: whoever orders writes only where a read tells them apart (weak sequential consistency) finds
// an execution in which all six are content.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

static void *x1(void *arg) { x = 1; return (void *)(long)(y == 1); }
static void *x2(void *arg) { x = 2; return (void *)(long)(y == 2); }
static void *y1(void *arg) { y = 1; return (void *)(long)(x == 1); }
static void *y2(void *arg) { y = 2; return (void *)(long)(x == 2); }

static void *both(void *arg) {
    __VERIFIER_atomic_begin();
    long content = (long)arg ? x == 2 && y == 1 : x == 1 && y == 2;
    __VERIFIER_atomic_end();
    return (void *)content;
}

int main(void) {
    pthread_t t[6];
    void *result;
    long content = 0;
    pthread_create(&t[0], 0, x1, 0);
    pthread_create(&t[1], 0, x2, 0);
    pthread_create(&t[2], 0, y1, 0);
    pthread_create(&t[3], 0, y2, 0);
    pthread_create(&t[4], 0, both, 0);
    pthread_create(&t[5], 0, both, (void *)1);
    for (int i = 0; i < 6; i++) {
        pthread_join(t[i], &result);
        content += (long)result;
    }
    assert(content < 6);
    return 0;
}
