/* FairThreads: one scheduler, which is main from `ft_scheduler_start` on. The handle of a thread is its number; that of an event is
   the address of a byte at which nothing is stored. Values are kept per event and forgotten between two instants; that there is a k-th
   value is an event of its own, named by the address of the value. */
#include "intrinsics.h"
#include <fthread.h>

#define EVENTS 256
#define ROOM 4

static _Bool __tp_ft_created, __tp_ft_cleans;
static char __tp_ft_event[EVENTS];
static unsigned __tp_ft_events; /* how many there are */
static void *__tp_ft_values[EVENTS][ROOM];
static unsigned __tp_ft_count[EVENTS];
static void (*__tp_ft_forget)(void); /* what is to be done between two instants; programs without values do without */

//: modelled: there is one scheduler; a second one is not explored, so the verdict cannot be TRUE
ft_scheduler_t ft_scheduler_create(void) {
    if (__tp_ft_created)
        __tp_cut("more than one FairThreads scheduler");
    __tp_ft_created = 1;
    return (ft_scheduler_t)1;
}

//: modelled: runs the threads until none can go on; what follows in main can only be its end
int ft_scheduler_start(ft_scheduler_t scheduler) {
    __tp_simulate();
    for (;;) {
        if (__tp_ft_forget)
            __tp_ft_forget();
        if (!__tp_advance())
            return OK;
        __tp_idle();
    }
}

//: modelled: takes part from the next instant on, in any order with those that were there before the start; never fails
ft_thread_t ft_thread_create(ft_scheduler_t scheduler, void (*run)(void *), void (*cleanup)(void *), void *argument) {
    if (cleanup)
        __tp_ft_cleans = 1;
    return (ft_thread_t)(unsigned long)__tp_spawn((void *(*)(void *))run, argument);
}

//: modelled: the handle of the calling thread
ft_thread_t ft_thread_self(void) {
    return (ft_thread_t)(unsigned long)__tp_self();
}

//: modelled: the scheduler
ft_scheduler_t ft_thread_scheduler(void) {
    return (ft_scheduler_t)1;
}

//: modelled: ends the calling thread; in main, after the start, the program
void ft_exit(void) {
    if (__tp_self() == 0)
        __tp_halt();
    __tp_thread_exit(0);
}

//: modelled: an event of the scheduler; more than 256 are not explored
ft_event_t ft_event_create(ft_scheduler_t scheduler) {
    if (__tp_ft_events == EVENTS)
        __tp_cut("more than 256 FairThreads events");
    return (ft_event_t)&__tp_ft_event[__tp_ft_events++];
}

//: modelled: the event is there for the rest of the instant
int ft_thread_generate(ft_event_t what) {
    __tp_generate(what);
    return OK;
}

//: modelled: the event is there in the next instant, from the beginning
int ft_scheduler_broadcast(ft_event_t what) {
    __tp_broadcast(what);
    return OK;
}

//: modelled: goes on at once if the event is there
int ft_thread_await(ft_event_t what) {
    __tp_await_event(what);
    return OK;
}

//: modelled: TIMEOUT when so many instants, the present one included, are over
int ft_thread_await_n(ft_event_t what, int instants) {
    __tp_await_event_for(instants < 0 ? 0 : instants, what);
    return __tp_came() ? OK : TIMEOUT;
}

//: modelled: goes on in the next instant
int ft_thread_cooperate(void) {
    __tp_await_event_for(1);
    return OK;
}

//: modelled: goes on in the n-th next instant
int ft_thread_cooperate_n(int instants) {
    __tp_await_event_for(instants < 0 ? 0 : instants);
    return OK;
}

//: modelled: waits until the thread has ended
int ft_thread_join(ft_thread_t thread) {
    __tp_await_end((unsigned)(unsigned long)thread);
    return OK;
}

//: modelled: TIMEOUT when so many instants, the present one included, are over
int ft_thread_join_n(ft_thread_t thread, int instants) {
    __tp_await_end_for((unsigned)(unsigned long)thread, instants < 0 ? 0 : instants);
    return __tp_came() ? OK : TIMEOUT;
}

//: modelled: the thread ends with this instant; where some thread has a cleanup function, that is not explored
int ft_scheduler_stop(ft_thread_t thread) {
    if (__tp_ft_cleans)
        __tp_cut("cleanup functions of FairThreads are not modelled");
    __tp_stop((unsigned)(unsigned long)thread);
    return OK;
}

int ft_thread_stop(ft_thread_t thread) {
    return ft_scheduler_stop(thread);
}

//: modelled: the thread takes no part from the next instant on
int ft_scheduler_suspend(ft_thread_t thread) {
    __tp_suspend((unsigned)(unsigned long)thread);
    return OK;
}

int ft_thread_suspend(ft_thread_t thread) {
    return ft_scheduler_suspend(thread);
}

//: modelled: the thread takes part again from the next instant on
int ft_scheduler_resume(ft_thread_t thread) {
    __tp_resume((unsigned)(unsigned long)thread);
    return OK;
}

int ft_thread_resume(ft_thread_t thread) {
    return ft_scheduler_resume(thread);
}

static unsigned __tp_ft_number(ft_event_t what) {
    return (unsigned)((char *)what - __tp_ft_event);
}

static void __tp_ft_forget_values(void) {
    for (unsigned i = 0; i < __tp_ft_events; i++) {
        __tp_ft_count[i] = 0;
        for (unsigned k = 0; k < ROOM; k++)
            __tp_ft_values[i][k] = 0;
    }
}

//: modelled: the event is there for the rest of the instant, with one more value; more than 4 are not explored
int ft_thread_generate_value(ft_event_t what, void *value) {
    unsigned i = __tp_ft_number(what);
    if (__tp_ft_count[i] == ROOM)
        __tp_cut("more than 4 values of a FairThreads event in one instant");
    __tp_ft_forget = __tp_ft_forget_values;
    void **place = &__tp_ft_values[i][__tp_ft_count[i]++];
    *place = value;
    __tp_generate(place);
    __tp_generate(what);
    return OK;
}

//: modelled: the n-th value of this instant (from 0), as soon as there is one; NEXT, in the next instant, if there is none
int ft_thread_get_value(ft_event_t what, int n, void **result) {
    if (n < 0 || n >= ROOM) {
        __tp_await_event_for(1);
        return NEXT;
    }
    void **place = &__tp_ft_values[__tp_ft_number(what)][n];
    __tp_await_event_for(1, place);
    if (!__tp_came())
        return NEXT;
    *result = *place;
    return OK;
}

//: unsupported: a value for the next instant
int ft_scheduler_broadcast_value(ft_event_t what, void *value) {
    return BADEVENT;
}

static void __tp_ft_look(int size, ft_event_t *what, int *mask) {
    for (int i = 0; i < size; i++)
        mask[i] = __tp_present(what[i]);
}

//: modelled: goes on as soon as one of the events is there; more than 4 events are not explored
int ft_thread_select(int size, ft_event_t *what, int *mask) {
    if (size == 1)
        __tp_await_event(what[0]);
    else if (size == 2)
        __tp_await_event(what[0], what[1]);
    else if (size == 3)
        __tp_await_event(what[0], what[1], what[2]);
    else if (size == 4)
        __tp_await_event(what[0], what[1], what[2], what[3]);
    else
        __tp_cut("selecting among more than 4 FairThreads events");
    __tp_ft_look(size, what, mask);
    return OK;
}

//: modelled: as ft_thread_select; TIMEOUT when so many instants, the present one included, are over
int ft_thread_select_n(int size, ft_event_t *what, int *mask, int instants) {
    unsigned limit = instants < 0 ? 0 : instants;
    if (size == 1)
        __tp_await_event_for(limit, what[0]);
    else if (size == 2)
        __tp_await_event_for(limit, what[0], what[1]);
    else if (size == 3)
        __tp_await_event_for(limit, what[0], what[1], what[2]);
    else if (size == 4)
        __tp_await_event_for(limit, what[0], what[1], what[2], what[3]);
    else
        __tp_cut("selecting among more than 4 FairThreads events");
    _Bool came = __tp_came();
    __tp_ft_look(size, what, mask);
    return came ? OK : TIMEOUT;
}

//: unsupported: a thread outside of the scheduler is preemptive
int ft_thread_unlink(void) {
    return BADLINK;
}

int ft_thread_link(ft_scheduler_t scheduler) {
    return BADLINK;
}

//: unsupported: locks are for threads outside of the scheduler
int ft_thread_mutex_lock(pthread_mutex_t *mutex) {
    return OK;
}

int ft_thread_mutex_unlock(pthread_mutex_t *mutex) {
    return OK;
}

//: unsupported: there is no POSIX thread behind a fair one
pthread_t ft_pthread(ft_thread_t thread) {
    return 0;
}
