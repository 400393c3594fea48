/* The end of the program. Handlers run in the thread that ends it, the last one first, and other threads go on meanwhile; one that a
   handler registers runs next. `lower/start_up.py` lets them run where main returns, too, and destructors after them. */
#define _GNU_SOURCE
#include "intrinsics.h"
#include <stdlib.h>
#include <unistd.h>

#define HANDLERS 32 /* as many as the standard promises */
enum { USUAL, QUICK };

static void (*__tp_plain_handler[2][HANDLERS])(void);
static void (*__tp_told_handler[HANDLERS])(int, void *); /* those of on_exit; otherwise NULL */
static void *__tp_told_argument[HANDLERS];
static unsigned __tp_handler_count[2];
static _Bool __tp_ending;

static void __tp_add_handler(int list, void (*plain)(void), void (*told)(int, void *), void *argument) {
    __tp_atomic_begin();
    unsigned place = __tp_handler_count[list];
    if (place == HANDLERS)
        __tp_cut("more than 32 functions that run at the end of the program");
    __tp_plain_handler[list][place] = plain; //! -
    if (__tp_calls("on_exit") && list == USUAL) {
        __tp_told_handler[place] = told; //! -
        __tp_told_argument[place] = argument; //! -
    }
    __tp_handler_count[list] = place + 1; //! -
    __tp_release(&__tp_handler_count[list]);
    __tp_atomic_end();
}

static void __tp_run_handlers(int list, int status) {
    __tp_atomic_begin();
    _Bool again = __tp_ending;
    __tp_ending = 1; //! -
    __tp_atomic_end();
    if (again)
        __tp_cut("the program is ended again while functions run that were registered for its end");
    for (;;) {
        void (*plain)(void) = 0;
        void (*told)(int, void *) = 0;
        void *argument = 0;
        __tp_atomic_begin();
        unsigned count = __tp_handler_count[list];
        if (count > 0) {
            __tp_handler_count[list] = count - 1; //! -
            plain = __tp_plain_handler[list][count - 1];
            if (__tp_calls("on_exit") && list == USUAL) {
                told = __tp_told_handler[count - 1];
                argument = __tp_told_argument[count - 1];
            }
        }
        __tp_acquire(&__tp_handler_count[list]);
        __tp_atomic_end();
        if (count == 0)
            return;
        if (__tp_calls("on_exit") && told)
            told(status, argument);
        else
            plain();
    }
}

void __tp_run_at_exit(int status) {
    __tp_run_handlers(USUAL, status);
}

//: modelled: never fails; the function runs when the program ends, before those that were registered earlier; more than 32 are not explored
int atexit(void (*function)(void)) {
    __tp_add_handler(USUAL, function, 0, 0);
    return 0;
}

int on_exit(void (*function)(int, void *), void *argument) {
    __tp_add_handler(USUAL, 0, function, argument);
    return 0;
}

int at_quick_exit(void (*function)(void)) {
    __tp_add_handler(QUICK, function, 0, 0);
    return 0;
}

//: modelled: ends the program, after the functions that were registered for it; not explored where it is called again meanwhile
_Noreturn void exit(int status) {
    if (__tp_calls("atexit") || __tp_calls("on_exit"))
        __tp_run_at_exit(status);
    __tp_halt();
}

_Noreturn void quick_exit(int status) {
    if (__tp_calls("at_quick_exit"))
        __tp_run_handlers(QUICK, status);
    __tp_halt();
}

//: modelled: ends the program
_Noreturn void _Exit(int status) {
    __tp_halt();
}

_Noreturn void _exit(int status) {
    __tp_halt();
}

_Noreturn void abort(void) {
    __tp_halt();
}
