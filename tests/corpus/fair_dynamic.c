// property: unreach-call
// verdict: TRUE
// A thread that a thread creates takes part from the next instant on, after the others.
#include <assert.h>
#include <fthread.h>

ft_scheduler_t scheduler;
int x;

void child(void *unused) {
    assert(x == 3);
    x = 4;
}

void parent(void *unused) {
    ft_thread_create(scheduler, child, NULL, NULL);
    x = 1;
    ft_thread_cooperate();
    x = 3;
    ft_thread_cooperate();
    assert(x == 4);
}

int main(void) {
    scheduler = ft_scheduler_create();
    ft_thread_create(scheduler, parent, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
