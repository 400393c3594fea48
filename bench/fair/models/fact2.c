// verdict: TRUE(unreach-call)
// fact2: Two machines and a robot that joins their parts.
#include <assert.h>
#include <fthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

ft_event_t part1, part2;
int made1, made2;

void machine1(void *unused) {
    made1 = 1;
    ft_thread_generate(part1);
    ft_thread_cooperate();
    made1 = 2;
}

void machine2(void *unused) {
    made2 = 1;
    ft_thread_generate(part2);
    ft_thread_cooperate();
    made2 = 2;
}

void robot(void *unused) {
    assert(ft_thread_await_n(part1, 1) == OK);
    assert(ft_thread_await_n(part2, 1) == OK);
    assert(made1 == 1 && made2 == 1);
    ft_thread_cooperate_n(2);
    assert(made1 == 2 && made2 == 2);
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    part1 = ft_event_create(scheduler);
    part2 = ft_event_create(scheduler);
    ft_thread_create(scheduler, machine1, NULL, NULL);
    ft_thread_create(scheduler, machine2, NULL, NULL);
    ft_thread_create(scheduler, robot, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
