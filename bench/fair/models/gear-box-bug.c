// verdict: FALSE(unreach-call)
// gear-box-bug: Gears that do not wait for the clutch.
#include <assert.h>
#include <fthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

ft_event_t request, cut_torque, torque_is_low, give_torque, open_clutch, is_open, close_clutch, is_closed, shift, shifted;
enum { CLOSED, OPEN };
int gear, wanted, clutch = CLOSED, torque = 1, changing;

void driver(void *unused) {
    while (1) {
        if (!changing) {
            if (__VERIFIER_nondet_bool()) {
                if (gear < 5)
                    wanted = gear + 1;
            } else if (gear > 0)
                wanted = gear - 1;
            if (wanted != gear)
                ft_thread_generate(request);
        }
        ft_thread_cooperate();
    }
}

void controller(void *unused) {
    while (1) {
        ft_thread_await(request);
        changing = 1;
        ft_thread_generate(cut_torque);
        ft_thread_await(torque_is_low);
        ft_thread_generate(open_clutch);
        ft_thread_generate(shift);
        ft_thread_await(shifted);
        ft_thread_generate(close_clutch);
        ft_thread_await(is_closed);
        assert(gear == wanted && clutch == CLOSED);
        ft_thread_generate(give_torque);
        changing = 0;
        ft_thread_cooperate();
    }
}

void engine(void *unused) {
    while (1) {
        ft_thread_await(cut_torque);
        torque = 0;
        ft_thread_cooperate();
        ft_thread_generate(torque_is_low);
        ft_thread_await(give_torque);
        assert(clutch == CLOSED);
        torque = 1;
        ft_thread_cooperate();
    }
}

void clutch_actuator(void *unused) {
    while (1) {
        ft_thread_await(open_clutch);
        ft_thread_cooperate();
        clutch = OPEN;
        ft_thread_generate(is_open);
        ft_thread_await(close_clutch);
        ft_thread_cooperate();
        clutch = CLOSED;
        ft_thread_generate(is_closed);
        ft_thread_cooperate();
    }
}

void gears(void *unused) {
    while (1) {
        ft_thread_await(shift);
        assert(clutch == OPEN && torque == 0);
        ft_thread_cooperate();
        gear = wanted;
        assert(gear >= 0 && gear <= 5);
        ft_thread_generate(shifted);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    request = ft_event_create(scheduler);
    cut_torque = ft_event_create(scheduler);
    torque_is_low = ft_event_create(scheduler);
    give_torque = ft_event_create(scheduler);
    open_clutch = ft_event_create(scheduler);
    is_open = ft_event_create(scheduler);
    close_clutch = ft_event_create(scheduler);
    is_closed = ft_event_create(scheduler);
    shift = ft_event_create(scheduler);
    shifted = ft_event_create(scheduler);
    ft_thread_create(scheduler, driver, NULL, NULL);
    ft_thread_create(scheduler, controller, NULL, NULL);
    ft_thread_create(scheduler, engine, NULL, NULL);
    ft_thread_create(scheduler, clutch_actuator, NULL, NULL);
    ft_thread_create(scheduler, gears, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
