// verdict: TRUE(unreach-call)
// ft-token-ring.9: A token goes round through N threads in one instant.
#include <assert.h>
#include <fthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

ft_event_t e1, e2, e3, e4, e5, e6, e7, e8, e9, back;
unsigned token;

void master(void *unused) {
    while (1) {
        token = __VERIFIER_nondet_uint();
        unsigned sent = token;
        ft_thread_generate(e1);
        ft_thread_await(back);
        assert(token == sent + 9);
        ft_thread_cooperate();
    }
}

void transmit1(void *unused) {
    while (1) {
        ft_thread_await(e1);
        token++;
        ft_thread_generate(e2);
        ft_thread_cooperate();
    }
}

void transmit2(void *unused) {
    while (1) {
        ft_thread_await(e2);
        token++;
        ft_thread_generate(e3);
        ft_thread_cooperate();
    }
}

void transmit3(void *unused) {
    while (1) {
        ft_thread_await(e3);
        token++;
        ft_thread_generate(e4);
        ft_thread_cooperate();
    }
}

void transmit4(void *unused) {
    while (1) {
        ft_thread_await(e4);
        token++;
        ft_thread_generate(e5);
        ft_thread_cooperate();
    }
}

void transmit5(void *unused) {
    while (1) {
        ft_thread_await(e5);
        token++;
        ft_thread_generate(e6);
        ft_thread_cooperate();
    }
}

void transmit6(void *unused) {
    while (1) {
        ft_thread_await(e6);
        token++;
        ft_thread_generate(e7);
        ft_thread_cooperate();
    }
}

void transmit7(void *unused) {
    while (1) {
        ft_thread_await(e7);
        token++;
        ft_thread_generate(e8);
        ft_thread_cooperate();
    }
}

void transmit8(void *unused) {
    while (1) {
        ft_thread_await(e8);
        token++;
        ft_thread_generate(e9);
        ft_thread_cooperate();
    }
}

void transmit9(void *unused) {
    while (1) {
        ft_thread_await(e9);
        token++;
        ft_thread_generate(back);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    e1 = ft_event_create(scheduler);
    e2 = ft_event_create(scheduler);
    e3 = ft_event_create(scheduler);
    e4 = ft_event_create(scheduler);
    e5 = ft_event_create(scheduler);
    e6 = ft_event_create(scheduler);
    e7 = ft_event_create(scheduler);
    e8 = ft_event_create(scheduler);
    e9 = ft_event_create(scheduler);
    back = ft_event_create(scheduler);
    ft_thread_create(scheduler, master, NULL, NULL);
    ft_thread_create(scheduler, transmit1, NULL, NULL);
    ft_thread_create(scheduler, transmit2, NULL, NULL);
    ft_thread_create(scheduler, transmit3, NULL, NULL);
    ft_thread_create(scheduler, transmit4, NULL, NULL);
    ft_thread_create(scheduler, transmit5, NULL, NULL);
    ft_thread_create(scheduler, transmit6, NULL, NULL);
    ft_thread_create(scheduler, transmit7, NULL, NULL);
    ft_thread_create(scheduler, transmit8, NULL, NULL);
    ft_thread_create(scheduler, transmit9, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
