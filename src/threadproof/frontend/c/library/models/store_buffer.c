/* Store buffers, for memory models weaker than sequential consistency: what a thread writes is held back, invisible to others, until
   it reaches memory. The pass `buffers` replaces the accesses of the program by calls of these functions; fences of the program call
   them directly. Everything here belongs to the running thread, except for the one write per step that reaches memory.

   A thread lets go of its own writes: after each of its accesses it may do so with any number of them. That is no restriction, since
   where a thread rests there its writes can reach memory at any time before its next access. With TSO the oldest goes first; with
   PSO any that does not overlap an older one, and that no store fence separates from an older one.

   There is room for __TP_BUFFER writes. Where that does not suffice the oldest may still go on, but the verdict cannot be TRUE.

   What the memory model is (threadproof/memory_models.py) comes as macros: __TP_REORDERS_WRITES (all but TSO), __TP_DELAYS_READS
   (RMO and Power: accesses may be ahead of earlier reads), __TP_NOT_ATOMIC (Power: writes reach threads at different times). With
   none of them it is TSO. */
#include "intrinsics.h"

#ifndef __TP_BUFFER
#define __TP_BUFFER 1
#endif

static _Thread_local int __tp_held;                             /* number of writes that are held back, oldest first */
static _Thread_local char *__tp_where[__TP_BUFFER];             /* address */
static _Thread_local unsigned __tp_bytes[__TP_BUFFER];          /* 1, 2, 4 or 8 */
static _Thread_local unsigned long long __tp_what[__TP_BUFFER]; /* value */
static _Thread_local unsigned long long __tp_found;
static _Thread_local int __tp_blocks; /* atomic blocks that are open, where the pass cannot tell */
#ifdef __TP_REORDERS_WRITES
static _Thread_local _Bool __tp_behind[__TP_BUFFER]; /* whether a store fence lies between a write and the one before */
static _Thread_local _Bool __tp_fenced;              /* ... and the next one */
#endif

static _Bool __tp_overlap(char *a, unsigned m, char *b, unsigned n) {
    return a < b + n && b < a + m;
}

/* Which write goes next. */
static int __tp_next(void) {
#ifdef __TP_REORDERS_WRITES
    for (int i = 1; i < __TP_BUFFER && i < __tp_held && !__tp_behind[i]; i++) {
        _Bool first = 1;
        for (int j = 0; j < i; j++)
            if (__tp_overlap(__tp_where[j], __tp_bytes[j], __tp_where[i], __tp_bytes[i]))
                first = 0;
        if (first && __VERIFIER_nondet_bool())
            return i;
    }
#endif
    return 0;
}

static void __tp_forget(int gone) {
    for (int i = 0; i + 1 < __TP_BUFFER; i++)
        if (i >= gone) {
            __tp_where[i] = __tp_where[i + 1];
            __tp_bytes[i] = __tp_bytes[i + 1];
            __tp_what[i] = __tp_what[i + 1];
#ifdef __TP_REORDERS_WRITES
            __tp_behind[i] = i != 0 && __tp_behind[i + 1];
#endif
        }
    __tp_where[__TP_BUFFER - 1] = 0;
    __tp_bytes[__TP_BUFFER - 1] = 0;
    __tp_what[__TP_BUFFER - 1] = 0;
    __tp_held--;
#ifdef __TP_REORDERS_WRITES
    __tp_behind[__TP_BUFFER - 1] = 0;
    if (__tp_held == 0)
        __tp_fenced = 0;
#endif
}

static void __tp_let_one_go(void) {
    int i = __tp_next();
    char *where = __tp_where[i];
    unsigned bytes = __tp_bytes[i];
    unsigned long long what = __tp_what[i];
    if (bytes == 4)
        *(unsigned *)where = (unsigned)what;
    else if (bytes == 1)
        *(unsigned char *)where = (unsigned char)what;
    else if (bytes == 8)
        *(unsigned long long *)where = what;
    else
        *(unsigned short *)where = (unsigned short)what;
    __tp_forget(i);
}

//: modelled: writes that are held back may reach memory here
void __tp_buffer_relax(void) {
    for (int left = __TP_BUFFER; left > 0 && __tp_held > 0 && __VERIFIER_nondet_bool(); left--)
        __tp_let_one_go();
}

//: modelled: a full fence: goes on when no write is held back
void __tp_buffer_drain(void) {
    for (int left = __TP_BUFFER; left > 0 && __tp_held > 0; left--)
        __tp_let_one_go();
}

//: modelled: a fence between writes
void __tp_buffer_fence(void) {
#ifdef __TP_REORDERS_WRITES
    __tp_fenced = __tp_held > 0;
#endif
}

//: approximated: memory that ends while writes to it may be held back; then the verdict cannot be TRUE
void __tp_buffer_settle(void) {
    if (__tp_held > 0 && __VERIFIER_nondet_bool())
        __tp_cut("memory ends while writes are held back in a store buffer");
    __tp_buffer_drain();
}

//: modelled: a write, which is held back
void __tp_buffer_put(char *where, unsigned bytes, unsigned long long what) {
    if (__tp_held == __TP_BUFFER) {
        if (__VERIFIER_nondet_bool())
            __tp_cut("a store buffer is full (--buffer)");
        __tp_let_one_go();
    }
    __tp_where[__tp_held] = where;
    __tp_bytes[__tp_held] = bytes;
    __tp_what[__tp_held] = what;
#ifdef __TP_REORDERS_WRITES
    __tp_behind[__tp_held] = __tp_fenced;
    __tp_fenced = 0;
#endif
    __tp_held++;
    __tp_buffer_relax();
}

//: modelled: whether a read takes what the thread itself wrote last, still held back
_Bool __tp_buffer_has(char *where, unsigned bytes) {
    for (int i = __TP_BUFFER - 1; i >= 0; i--)
        if (i < __tp_held && __tp_overlap(__tp_where[i], __tp_bytes[i], where, bytes)) {
            if (__tp_where[i] != where || __tp_bytes[i] != bytes)
                __tp_cut("a read overlaps a part of a write that is held back in a store buffer");
            __tp_found = __tp_what[i];
            return 1;
        }
    return 0;
}

//: modelled: what that read gets
unsigned long long __tp_buffer_get(void) {
    unsigned long long found = __tp_found;
    __tp_found = 0;
    return found;
}

/* A place where a fence might be: for the search for a repair, which looks where a counterexample passes. */
//: modelled: part of other models
void __tp_buffer_place(_Bool after) {
}

/* An atomic block begins or ends in a function that also runs outside of one. */
//: modelled: part of other models
void __tp_buffer_begin(void) {
    __tp_blocks++;
}

void __tp_buffer_end(void) {
    __tp_blocks--;
}

_Bool __tp_buffer_inside(void) {
    return __tp_blocks > 0;
}

#ifdef __TP_DELAYS_READS
/* For memory models under which accesses may be ahead of earlier reads, too. The fences are what is left of them where the pass
   has emptied what was read ahead (`weak/early_access_code`); `weak/fences` knows all that they mean. */
/* With Power what a thread reads from its own buffer and then writes must not be seen before what it has read (`com` in the axioms
   has no exception for the own thread). */
//: modelled: a fence behind reads
void __tp_buffer_acquire(void) {
#ifdef __TP_NOT_ATOMIC
    __tp_buffer_fence();
#endif
}

//: modelled: a fence before writes
void __tp_buffer_release(void) {
    __tp_buffer_fence();
}

//: modelled: a fence between writes and reads
void __tp_buffer_write_read(void) {
    __tp_buffer_drain();
}

//: modelled: a fence that lets reads overtake writes, and nothing else
void __tp_buffer_light(void) {
    __tp_buffer_fence();
}

//: modelled: a fence behind the reads that branches before it depend on
void __tp_buffer_instructions(void) {
}

//: modelled: a branch that depends on what was just read, and such a fence
void __tp_buffer_acquired(void) {
}

//: modelled: part of other models
_Bool __tp_buffer_any(void) {
    return __VERIFIER_nondet_bool();
}

/* A write is issued ahead: for reports. */
//: modelled: part of other models
void __tp_buffer_ahead(void) {
}

/* A read is satisfied ahead, whose address comes from others that were: for reports. */
//: modelled: part of other models
void __tp_buffer_sooner(void) {
}

/* A read ahead of others, and the end of what was read so: the pass makes their bodies. */
//: modelled: part of other models
void __tp_buffer_early(void) {
}

//: modelled: part of other models
void __tp_buffer_forget(void) {
}
#endif

#ifdef __TP_NOT_ATOMIC
/* Writes that reach threads at different times: the pass makes the bodies (`weak/storage`). First whether a read of the running
   thread misses what memory holds, and what it finds instead. */
//: modelled: part of other models
_Bool __tp_storage_misses(char *where) {
    return 0;
}

//: modelled: part of other models
unsigned long long __tp_storage_older(char *where) {
    return 0;
}

/* A write is about to reach memory, or a place that is not followed. */
//: modelled: part of other models
void __tp_storage_reaches(char *where) {
}

//: modelled: part of other models
void __tp_storage_elsewhere(void) {
}

/* A light fence, a full one, and whatever is one for all threads. */
//: modelled: part of other models
void __tp_storage_light(void) {
}

//: modelled: part of other models
void __tp_storage_full(void) {
}

//: modelled: part of other models
void __tp_storage_all(void) {
}
#endif
