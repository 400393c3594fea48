// verdict: TRUE(unreach-call)
// ft-pc-sfifo1: Producer and consumer with one place between them.
#include <assert.h>
#include <fthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

ft_event_t put, taken;
int free_place = 1;
unsigned buffer, last_write, last_read;
unsigned writes, reads;

void producer(void *unused) {
    while (1) {
        if (!free_place)
            ft_thread_await(taken);
        buffer = __VERIFIER_nondet_uint();
        last_write = buffer;
        writes++;
        free_place = 0;
        ft_thread_generate(put);
        ft_thread_cooperate();
    }
}

void consumer(void *unused) {
    while (1) {
        if (free_place)
            ft_thread_await(put);
        last_read = buffer;
        reads++;
        free_place = 1;
        ft_thread_generate(taken);
        assert(last_write == last_read && writes == reads);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t scheduler = ft_scheduler_create();
    put = ft_event_create(scheduler);
    taken = ft_event_create(scheduler);
    ft_thread_create(scheduler, producer, NULL, NULL);
    ft_thread_create(scheduler, consumer, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
    return 0;
}
