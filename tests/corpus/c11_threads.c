// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
#include <assert.h>
#include <threads.h>

mtx_t mutex;
cnd_t changed;
once_flag flag = ONCE_FLAG_INIT;
int ready, calls, total;
tss_t key;

static void init(void) { calls++; }

static int worker(void *arg) {
    call_once(&flag, init);
    tss_set(key, arg);
    mtx_lock(&mutex);
    total += *(int *)tss_get(key);
    ready++;
    cnd_broadcast(&changed);
    mtx_unlock(&mutex);
    if (*(int *)arg == 1) thrd_exit(11);
    return 12;
}

int main(void) {
    thrd_t a, b;
    int one = 1, two = 2, ra, rb;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&changed);
    tss_create(&key, 0);
    assert(thrd_create(&a, worker, &one) == thrd_success);
    assert(thrd_create(&b, worker, &two) == thrd_success);
    mtx_lock(&mutex);
    while (ready < 2) cnd_wait(&changed, &mutex);
    assert(total == 3);
    mtx_unlock(&mutex);
    thrd_join(a, &ra);
    thrd_join(b, &rb);
    assert(ra == 11 && rb == 12 && calls == 1);
    assert(mtx_trylock(&mutex) == thrd_success);
    mtx_unlock(&mutex);
    mtx_destroy(&mutex);
    return 0;
}
