// property: unreach-call
// verdict: UNKNOWN(unsupported: 'pthread_create' beside FairThreads)
// Preemptive threads beside fair ones.
#include <fthread.h>

void thread(void *unused) {}

void *other(void *unused) {
    return 0;
}

int main(void) {
    pthread_t handle;
    ft_scheduler_t scheduler = ft_scheduler_create();
    ft_thread_create(scheduler, thread, NULL, NULL);
    pthread_create(&handle, 0, other, 0);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
