// A work-stealing deque: its owner pushes and takes at the bottom, a thief steals at the top; only the last task needs a
// compare-and-swap. No task may be lost half-written or done twice.
#include "weak.h"
int top, bottom, tasks[2];
int done1, done2;

static void perform(int task) {
    assert(task == 1 || task == 2);
    __VERIFIER_atomic_begin();
    int times = task == 1 ? ++done1 : ++done2;
    __VERIFIER_atomic_end();
    assert(times == 1);
}

static void take(void) {
    int low = bottom - 1;
    bottom = low;
    int high = top;
    if (high < low) {
        perform(tasks[low]);
        return;
    }
    if (high == low && __sync_bool_compare_and_swap(&top, high, high + 1))
        perform(tasks[low]);
    bottom = low + 1;
}

static void steal(void) {
    int high = top;
    int low = bottom;
    if (high < low) {
        int task = tasks[high];
        if (__sync_bool_compare_and_swap(&top, high, high + 1))
            perform(task);
    }
}

void *a(void *p) {
    tasks[0] = 1;
    bottom = 1;
    tasks[1] = 2;
    bottom = 2;
    take();
    return 0;
}

void *b(void *p) {
    steal();
    steal();
    return 0;
}

int main(void) {
    run();
    return 0;
}
