#include <assert.h>
#include <threads.h>

once_flag flag = ONCE_FLAG_INIT;
mtx_t mutex;
cnd_t condition;
tss_t key;
int initialised, ready;
thread_local int own = 3;

static void initialise(void) {
    initialised++;
}

static int worker(void *argument) {
    own++;
    assert(own == 4 && !tss_get(key) && tss_set(key, &own) == thrd_success && tss_get(key) == &own);
    mtx_lock(&mutex);
    while (!ready)
        cnd_wait(&condition, &mutex);
    mtx_unlock(&mutex);
    if (*(int *)argument)
        thrd_exit(-7);
    return 9;
}

int main(void) {
    call_once(&flag, initialise);
    call_once(&flag, initialise);
    assert(initialised == 1);
    assert(mtx_init(&mutex, mtx_plain) == thrd_success && cnd_init(&condition) == thrd_success && tss_create(&key, 0) == thrd_success);
    assert(mtx_lock(&mutex) == thrd_success && mtx_trylock(&mutex) == thrd_busy);
    mtx_t recursive;
    assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success && mtx_lock(&recursive) == thrd_success);
    assert(mtx_trylock(&recursive) == thrd_success && mtx_unlock(&recursive) == thrd_success && mtx_unlock(&recursive) == thrd_success);
    thrd_t thread;
    int exits = 1, result;
    assert(thrd_create(&thread, worker, &exits) == thrd_success && !thrd_equal(thread, thrd_current()));
    ready = 1;
    assert(cnd_signal(&condition) == thrd_success && mtx_unlock(&mutex) == thrd_success);
    assert(thrd_join(thread, &result) == thrd_success && result == -7 && own == 3 && !tss_get(key));
    exits = 0;
    assert(thrd_create(&thread, worker, &exits) == thrd_success);
    assert(thrd_join(thread, &result) == thrd_success && result == 9);
    thrd_yield();
    return 0;
}
