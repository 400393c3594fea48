// property: unreach-call
// verdict: TRUE
// Values of an event are there until the end of the instant; selecting tells which events are there.
#include <assert.h>
#include <fthread.h>

ft_event_t data, other;

void source(void *unused) {
    ft_thread_generate_value(data, (void *)1);
    ft_thread_generate_value(data, (void *)2);
    ft_thread_cooperate();
    ft_thread_generate(other);
}

void sink(void *unused) {
    void *x = 0, *y = 0;
    assert(ft_thread_get_value(data, 1, &y) == OK);
    assert(ft_thread_get_value(data, 0, &x) == OK);
    assert((long)x == 1 && (long)y == 2);
    assert(ft_thread_get_value(data, 2, &x) == NEXT);
    ft_event_t both[2] = {data, other};
    int mask[2] = {7, 7};
    assert(ft_thread_select(2, both, mask) == OK);
    assert(mask[0] == 0 && mask[1] == 1);
    assert(ft_thread_get_value(data, 0, &x) == NEXT && (long)x == 1);
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    data = ft_event_create(scheduler);
    other = ft_event_create(scheduler);
    ft_thread_create(scheduler, source, NULL, NULL);
    ft_thread_create(scheduler, sink, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
