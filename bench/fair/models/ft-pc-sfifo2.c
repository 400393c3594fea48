// verdict: TRUE(unreach-call)
// ft-pc-sfifo2: Producer and consumer with two places in a row.
#include <assert.h>
#include <fthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

ft_event_t first_put, first_taken, second_put, second_taken, done;
int first_free = 1, second_free = 1;
unsigned first, second, last_write, last_read;
unsigned writes, reads;

void producer(void *unused) {
    while (1) {
        if (!first_free)
            ft_thread_await(first_taken);
        first = __VERIFIER_nondet_uint();
        last_write = first;
        writes++;
        first_free = 0;
        ft_thread_generate(first_put);
        ft_thread_await(done);
        ft_thread_cooperate();
    }
}

void between(void *unused) {
    while (1) {
        if (first_free)
            ft_thread_await(first_put);
        if (!second_free)
            ft_thread_await(second_taken);
        second = first;
        first_free = 1;
        ft_thread_generate(first_taken);
        second_free = 0;
        ft_thread_generate(second_put);
        ft_thread_cooperate();
    }
}

void consumer(void *unused) {
    while (1) {
        if (second_free)
            ft_thread_await(second_put);
        last_read = second;
        reads++;
        second_free = 1;
        ft_thread_generate(second_taken);
        assert(last_write == last_read && writes == reads);
        ft_thread_generate(done);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    first_put = ft_event_create(scheduler);
    first_taken = ft_event_create(scheduler);
    second_put = ft_event_create(scheduler);
    second_taken = ft_event_create(scheduler);
    done = ft_event_create(scheduler);
    ft_thread_create(scheduler, producer, NULL, NULL);
    ft_thread_create(scheduler, between, NULL, NULL);
    ft_thread_create(scheduler, consumer, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
