// property: unreach-call
// verdict: UNKNOWN(unsupported: what main does after ft_scheduler_start)
// Main would go on beside the threads.
#include <assert.h>
#include <fthread.h>

int x;

void thread(void *unused) {
    x = 1;
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    ft_thread_create(scheduler, thread, NULL, NULL);
    ft_scheduler_start(scheduler);
    assert(x == 1);
    return 0;
}
