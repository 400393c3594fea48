// property: unreach-call
// verdict: FALSE
// Without cooperating, the second round sees the events of the first: they stay until the end of the instant.
#include <assert.h>
#include <fthread.h>

ft_event_t start, done;
int token;

void master(void *unused) {
    for (int i = 0; i < 2; i++) {
        int sent = token;
        ft_thread_generate(start);
        ft_thread_await(done);
        assert(token == sent + 1);
    }
}

void transmit(void *unused) {
    for (int i = 0; i < 2; i++) {
        ft_thread_await(start);
        token++;
        ft_thread_generate(done);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    start = ft_event_create(scheduler);
    done = ft_event_create(scheduler);
    ft_thread_create(scheduler, master, NULL, NULL);
    ft_thread_create(scheduler, transmit, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
