/* What the models cannot express in C: each of these becomes one operation of the intermediate representation.

   How to write a model: one C file per header or topic, named after it; a function that the programs call is not static, and the
   nearest `//:` line above it says how it is modelled (`//: KIND: text`, KIND being a value of `NoteKind`). Objects such as mutexes are used as
   arrays of int, because programs bring their own declarations; static initialisers of glibc must mean the right thing.
   All accesses of one step to such objects lie in one atomic section. `//! words` at the end of a line is what counterexamples say
   of a write or an input there ($: the object; -: nothing); without it, they show the value. */
#ifndef __TP_INTRINSICS_H
#define __TP_INTRINSICS_H
#include <stddef.h>

/* Indivisible sections; they nest. Awaiting inside one means that the whole section has to wait. After the condition come the
   numbers of threads on which it depends: as long as one of them does nothing, a condition that does not hold stays so, whatever
   others do (a number that no thread has says nothing). They are looked at for no-deadlock (__TP_HOLDERS) alone. */
extern void __tp_atomic_begin(void);
extern void __tp_atomic_end(void);
extern void __tp_await(_Bool, ...);

/* What an operation does for happens-before (see ir/happens_before.py), in the section that makes its accesses to the object: a lock acquires
   what unlocking has released; whoever finds it taken and goes on has looked. Nothing is done unless data races are looked for. */
#ifdef __TP_RACES
extern void __tp_sync();
#define __tp_acquire(p) __tp_sync(p, "acquire")
#define __tp_release(p) __tp_sync(p, "extend")
#define __tp_look(p) __tp_sync(p, "look")
#else
#define __tp_acquire(p) (void)0
#define __tp_release(p) (void)0
#define __tp_look(p) (void)0
#endif

/* Threads are numbered from 0 (main) in the order of their creation. */
extern unsigned __tp_self(void);
extern unsigned __tp_spawn(void *(*)(void *), void *);
extern void *__tp_join(unsigned);
extern _Noreturn void __tp_thread_exit(void *);
extern _Noreturn void __tp_halt(void);

/* In a function with a parameter `about`: if some call passes anything but NULL for it, the handler is called at the end of every
   thread, before those with larger numbers. Not an operation: it need not be executed. */
extern void __tp_at_thread_end(int order, void (*handler)(void), void (*about)(void *));

/* Whether the program itself calls a function of this name, or mentions it otherwise: a constant. */
extern _Bool __tp_calls(const char *function);

/* Whether the program itself calls a function of this name at two places with the same first argument: a constant. */
extern _Bool __tp_repeats(const char *function);

/* Whether the program itself may call a function of this name more than once: at two places, in a loop, or outside main: a constant. */
extern _Bool __tp_again(const char *function);

/* Whether the program itself looks at more of the results of a function than "nothing", "truth" (zero or not) or "sign": a constant. */
extern _Bool __tp_observes(const char *function, const char *beyond);

/* Whether the property is one for which the handlers of signals run: a constant. */
extern _Bool __tp_signals(void);

/* Whether some function that could handle a signal (void of int, its address is taken) makes more than one access to memory: a constant. */
extern _Bool __tp_long_handlers(void);

/* Cooperative threads (FairThreads): an event is an address; limits are in instants. Main calls simulate once, then advance (whether
   there is another instant) and idle (until it is over) by turns. */
extern void __tp_generate(const void *event);
extern void __tp_broadcast(const void *event);
extern void __tp_await_event(const void *event, ...);
extern void __tp_await_event_for(unsigned instants, ...);
extern void __tp_await_end(unsigned thread);
extern void __tp_await_end_for(unsigned thread, unsigned instants);
extern _Bool __tp_came(void);
extern _Bool __tp_present(const void *event);
extern void __tp_stop(unsigned thread);
extern void __tp_suspend(unsigned thread);
extern void __tp_resume(unsigned thread);
extern void __tp_simulate(void);
extern _Bool __tp_advance(void);
extern void __tp_idle(void);

extern void *__tp_alloc(size_t);
extern void *__tp_alloc_zeroed(size_t);
extern void __tp_free(void *);
extern size_t __tp_object_size(void *);

/* Addresses that are found and expected by a compare-and-exchange: undefined if they differ and the object that was expected is dead. */
extern void __tp_compared();

/* assume: executions where it fails do not count. check: where it fails the program is wrong or undefined. cut: not explored further, so
   the verdict cannot be TRUE. */
extern void __tp_assume(_Bool);
extern void __tp_check(_Bool, const char *kind, const char *message);
extern _Noreturn void __tp_error(const char *message);
extern _Noreturn void __tp_cut(const char *reason);

extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
#endif
