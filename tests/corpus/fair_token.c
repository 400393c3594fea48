// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// FairThreads in C: a token goes round once per instant.
#include <assert.h>
#include <fthread.h>
extern unsigned __VERIFIER_nondet_uint(void);

ft_event_t start, done;
unsigned token;

void master(void *unused) {
    while (1) {
        token = __VERIFIER_nondet_uint() & 1;
        unsigned sent = token;
        ft_thread_generate(start);
        ft_thread_await(done);
        assert(token == sent + 1);
        ft_thread_cooperate();
    }
}

void transmit(void *unused) {
    while (1) {
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
