// property: no-data-race
// verdict: FALSE
// Without the clobber "memory" the compiler may move the access to `data` past the flag.
#include <pthread.h>
static int flag, data;

static void *publish(void *p) {
    data = 1;
    asm volatile("movl $1, %0" : "=m"(flag));
    return 0;
}
int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, 0, publish, 0);
    asm volatile("movl %1, %0" : "=r"(seen) : "m"(flag));
    if (seen)
        data = 2;
    pthread_join(t, 0);
    return 0;
}
