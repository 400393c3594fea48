// property: unreach-call
// verdict: FALSE
// Without the lock prefix, the exchange is not one step.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
struct pair {
    uint64_t first, count;
} __attribute__((aligned(16)));
static struct pair top = {1, 0};
static int won;

static _Bool swap(uint64_t first, uint64_t count, uint64_t next) {
    _Bool same;
    asm volatile("cmpxchg16b %0; setz %1"
                 : "+m"(top), "=q"(same), "+a"(first), "+d"(count)
                 : "b"(next), "c"(count + 1)
                 : "memory", "cc");
    return same;
}
static void *there_and_back(void *p) {
    if (swap(1, 0, 2))
        assert(swap(2, 1, 1));
    return 0;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, there_and_back, 0);
    if (swap(1, 0, 3))
        won = 1;
    pthread_join(thread, 0);
    assert(won ? top.first == 3 && top.count == 1 : top.first == 1 && top.count == 2);
    return 0;
}
