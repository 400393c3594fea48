// property: no-data-race
// verdict: FALSE
// A new thread looks at its own handle, which need not have been stored yet.
#include <threads.h>
static thrd_t handle;
static int thread(void *arg) { return thrd_equal(handle, thrd_current()); }
int main(void) {
    thrd_create(&handle, thread, 0);
    thrd_join(handle, 0);
    return 0;
}
