// verdict: TRUE(unreach-call)
// fact1-mod: One or two parts at a time, for ever, and a robot for the rest.
#include <assert.h>
#include <fthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

ft_event_t part, done;
int table, pressed;

void feeder(void *unused) {
    while (1) {
        if (table == 0) {
            table = __VERIFIER_nondet_bool() ? 2 : 1;
            ft_thread_generate(part);
        }
        ft_thread_cooperate();
    }
}

void press(void *unused) {
    while (1) {
        ft_thread_await(part);
        assert(table >= 1 && table <= 2);
        table--;
        pressed++;
        ft_thread_generate(done);
        ft_thread_cooperate();
    }
}

void robot(void *unused) {
    while (1) {
        ft_thread_await(done);
        if (table > 0)
            table--;
        assert(table == 0 && pressed == 1);
        pressed--;
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    part = ft_event_create(scheduler);
    done = ft_event_create(scheduler);
    ft_thread_create(scheduler, feeder, NULL, NULL);
    ft_thread_create(scheduler, press, NULL, NULL);
    ft_thread_create(scheduler, robot, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
