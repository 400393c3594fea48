// property: no-deadlock
// verdict: FALSE
// C11 mutexes.
#include <threads.h>

mtx_t a, b;

static int one(void *arg) {
    mtx_lock(&a);
    mtx_lock(&b);
    mtx_unlock(&b);
    mtx_unlock(&a);
    return 0;
}

static int other(void *arg) {
    mtx_lock(&b);
    mtx_lock(&a);
    mtx_unlock(&a);
    mtx_unlock(&b);
    return 0;
}

int main(void) {
    thrd_t t, u;
    mtx_init(&a, mtx_plain);
    mtx_init(&b, mtx_plain);
    thrd_create(&t, one, 0);
    thrd_create(&u, other, 0);
    while (1)
        thrd_yield();
}
