// property: unreach-call
// verdict: UNKNOWN(unsupported: 'ft_thread_unlink' (a thread outside of the scheduler is preemptive))
// A thread leaves the scheduler.
#include <fthread.h>

void thread(void *unused) {
    ft_thread_unlink();
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    ft_thread_create(scheduler, thread, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
