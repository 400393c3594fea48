// verdict: FALSE(unreach-call)
// fact1-bug: The press comes one instant late.
#include <assert.h>
#include <fthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

ft_event_t part, empty;
int table;

void feeder(void *unused) {
    for (int i = 0; i < 3; i++) {
        table++;
        ft_thread_generate(part);
        assert(ft_thread_await_n(empty, 2) == OK);
        ft_thread_cooperate();
    }
}

void press(void *unused) {
    for (int i = 0; i < 3; i++) {
        ft_thread_cooperate();
        assert(ft_thread_await_n(part, 2) == OK);
        assert(table == 1);
        table--;
        ft_thread_generate(empty);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    part = ft_event_create(scheduler);
    empty = ft_event_create(scheduler);
    ft_thread_create(scheduler, feeder, NULL, NULL);
    ft_thread_create(scheduler, press, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
