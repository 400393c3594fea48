// property: no-deadlock
// verdict: FALSE
// The event is over when somebody awaits it.
#include <fthread.h>

ft_event_t event;

void early(void *unused) {
    ft_thread_generate(event);
}

void late(void *unused) {
    ft_thread_cooperate();
    ft_thread_await(event);
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    event = ft_event_create(scheduler);
    ft_thread_create(scheduler, early, NULL, NULL);
    ft_thread_create(scheduler, late, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
