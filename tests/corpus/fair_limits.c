// property: unreach-call
// verdict: TRUE
// Limits, joining, stopping, suspending, in instants; handles in arrays and as arguments.
#include <assert.h>
#include <fthread.h>
#include <stddef.h>

ft_event_t event;
ft_thread_t worker, clock_thread;
int now;

void tick(void *unused) {
    while (1) {
        now++;
        ft_thread_cooperate();
    }
}

void work(void *count) {
    ft_thread_cooperate_n((int)(long)count);
    ft_thread_generate(event);
    ft_thread_cooperate();
}

void boss(void *unused) {
    assert(ft_thread_await_n(event, 2) == TIMEOUT);
    assert(ft_thread_await_n(event, 5) == OK);
    assert(ft_thread_join_n(worker, 1) == TIMEOUT);
    assert(ft_thread_join(worker) == OK);
    ft_scheduler_suspend(clock_thread);
    ft_thread_cooperate();
    int before = now;
    ft_thread_cooperate_n(3);
    assert(now == before);
    ft_scheduler_resume(clock_thread);
    ft_thread_cooperate_n(2);
    assert(now > before);
    ft_scheduler_stop(clock_thread);
    assert(ft_thread_join(clock_thread) == OK);
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    event = ft_event_create(scheduler);
    clock_thread = ft_thread_create(scheduler, tick, NULL, NULL);
    worker = ft_thread_create(scheduler, work, NULL, (void *)4);
    ft_thread_create(scheduler, boss, NULL, NULL);
    ft_scheduler_start(scheduler);
    return 0;
}
