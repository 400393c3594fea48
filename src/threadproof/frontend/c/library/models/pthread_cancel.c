/* Cancellation is deferred: it takes place at cancellation points, which are calls that `library/cancellation.py` names. The front end
   puts a look at the request in front of these; calls that block look at it while they wait, too. Programs without pthread_cancel
   have none of this. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

#define THREADS 32
#define CANCELS __tp_calls("pthread_cancel")

static _Bool __tp_requested[THREADS]; /* for each thread, whether it is to be cancelled */
static _Bool __tp_joining[THREADS];
static _Thread_local int __tp_cancel_state, __tp_cancel_type;
static _Thread_local _Bool __tp_exiting;

static unsigned __tp_place(unsigned number) {
    if (number >= THREADS)
        __tp_cut("more than 32 threads where some are cancelled");
    return number;
}

/* Inside an atomic section: whether the calling thread is to end now. */
_Bool __tp_cancelled(void) {
    return CANCELS && !__tp_exiting && __tp_cancel_state == PTHREAD_CANCEL_ENABLE && __tp_requested[__tp_place(__tp_self())];
}

/* What glibc's pthread_cleanup_push becomes: a setjmp, to which the end of the thread jumps, and which then says go on. */
#define BUFFERS 16
static _Thread_local unsigned __tp_buffers;
static _Thread_local void *__tp_buffer[BUFFERS], *__tp_result;
extern void longjmp(void *place, int value);

static void __tp_unwind(void) {
    if (__tp_calls("__pthread_register_cancel") && __tp_buffers)
        longjmp(__tp_buffer[__tp_buffers - 1], 1);
    else
        __tp_thread_exit(__tp_result);
}

/* The thread ends. What it does then is not cancelled. */
void __tp_end_thread(void *result) {
    __tp_exiting = 1; //! -
    __tp_result = result; //! -
    __tp_unwind();
}

void __tp_cancel(void) {
    __tp_end_thread(PTHREAD_CANCELED);
}

//: modelled: runs the handlers when the thread is cancelled or calls pthread_exit; more than 16 at a time are not explored
void __pthread_register_cancel(void *buffer) {
    if (__tp_buffers == BUFFERS)
        __tp_cut("more than 16 clean-up handlers at a time");
    __tp_buffer[__tp_buffers] = buffer;
    __tp_buffers++;
}

void __pthread_unregister_cancel(void *buffer) {
    __tp_buffers--;
}

void __pthread_unwind_next(void *buffer) {
    __tp_buffers--;
    __tp_unwind();
}

/* Before a call that acts on a request, or may do so. */
void __tp_cancellation_point(_Bool acts) {
    __tp_atomic_begin();
    _Bool cancelled = __tp_cancelled();
    __tp_atomic_end();
    if (cancelled && (acts || __VERIFIER_nondet_bool()))
        __tp_cancel();
}

/* Where nothing else ends a call. */
void __tp_await_cancel(void) {
    __tp_atomic_begin();
    __tp_await(__tp_cancelled());
    __tp_atomic_end();
    __tp_cancel();
}

/* Around joining, which no request ends. */
void __tp_begin_join(void) {
    __tp_atomic_begin();
    __tp_joining[__tp_place(__tp_self())] = 1; //! -
    __tp_atomic_end();
}

void __tp_end_join(void) {
    __tp_atomic_begin();
    __tp_joining[__tp_place(__tp_self())] = 0; //! -
    __tp_atomic_end();
}

//: modelled: the thread ends at its next cancellation point, with its clean-up handlers and PTHREAD_CANCELED as result; not explored while it joins another one, for more than 32 threads, nor elsewhere if its type is asynchronous
int pthread_cancel(pthread_t thread) {
    __tp_check(thread != 0, "invalid-call", "the handle to cancel is no thread");
    unsigned number = __tp_place((unsigned)thread - 1);
    __tp_atomic_begin();
    _Bool joins = __tp_joining[number];
    __tp_requested[number] = 1; //! -
    __tp_atomic_end();
    if (joins)
        __tp_cut("a thread is cancelled while it joins another one");
    if (number == __tp_self() && __tp_cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS)
        __tp_cancellation_point(1);
    return 0;
}

/* Clean-up handlers of the running thread that were pushed and not popped yet; pthread_exit runs them, last one first. */
#define HANDLERS 16
static _Thread_local unsigned __tp_pushed;
static _Thread_local void (*__tp_routine[HANDLERS])(void *);
static _Thread_local void *__tp_argument[HANDLERS];

static void __tp_cleanup(void) {
    while (__tp_pushed) {
        __tp_pushed--;
        __tp_routine[__tp_pushed](__tp_argument[__tp_pushed]);
    }
}

//: modelled: runs the handlers when the thread is cancelled or calls pthread_exit; more than 16 at a time are not explored
void __tp_cleanup_push(void (*routine)(void *), void *argument) {
    __tp_at_thread_end(0, __tp_cleanup, routine);
    if (__tp_pushed == HANDLERS)
        __tp_cut("more than 16 clean-up handlers at a time");
    __tp_routine[__tp_pushed] = routine;
    __tp_argument[__tp_pushed] = argument;
    __tp_pushed++;
}

void __tp_cleanup_pop(int execute) {
    __tp_pushed--;
    if (execute)
        __tp_routine[__tp_pushed](__tp_argument[__tp_pushed]);
}

//: modelled: ends the thread if it is to be cancelled
void pthread_testcancel(void) {
}

//: modelled: exact
int pthread_setcancelstate(int state, int *old) {
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old)
        *old = __tp_cancel_state;
    __tp_cancel_state = state;
    return 0;
}

//: modelled: that an asynchronous thread may end anywhere is not explored, so TRUE only if none is ever cancelled
int pthread_setcanceltype(int type, int *old) {
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (old)
        *old = __tp_cancel_type;
    __tp_cancel_type = type;
    if (CANCELS && type == PTHREAD_CANCEL_ASYNCHRONOUS && __VERIFIER_nondet_bool())
        __tp_cut("a thread with asynchronous cancellation may end anywhere");
    return 0;
}
