/* The generic functions are the operations of __tp_builtins.h. */
#ifndef __TP_STDATOMIC_H
#define __TP_STDATOMIC_H
#include <stddef.h>
#include <stdint.h>
typedef enum {
    memory_order_relaxed,
    memory_order_consume,
    memory_order_acquire,
    memory_order_release,
    memory_order_acq_rel,
    memory_order_seq_cst
} memory_order;
typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(__CHAR16_TYPE__) atomic_char16_t;
typedef _Atomic(__CHAR32_TYPE__) atomic_char32_t;
typedef _Atomic(wchar_t) atomic_wchar_t;
typedef _Atomic(int_least8_t) atomic_int_least8_t;
typedef _Atomic(uint_least8_t) atomic_uint_least8_t;
typedef _Atomic(int_least16_t) atomic_int_least16_t;
typedef _Atomic(uint_least16_t) atomic_uint_least16_t;
typedef _Atomic(int_least32_t) atomic_int_least32_t;
typedef _Atomic(uint_least32_t) atomic_uint_least32_t;
typedef _Atomic(int_least64_t) atomic_int_least64_t;
typedef _Atomic(uint_least64_t) atomic_uint_least64_t;
typedef _Atomic(int_fast8_t) atomic_int_fast8_t;
typedef _Atomic(uint_fast8_t) atomic_uint_fast8_t;
typedef _Atomic(int_fast16_t) atomic_int_fast16_t;
typedef _Atomic(uint_fast16_t) atomic_uint_fast16_t;
typedef _Atomic(int_fast32_t) atomic_int_fast32_t;
typedef _Atomic(uint_fast32_t) atomic_uint_fast32_t;
typedef _Atomic(int_fast64_t) atomic_int_fast64_t;
typedef _Atomic(uint_fast64_t) atomic_uint_fast64_t;
typedef _Atomic(intptr_t) atomic_intptr_t;
typedef _Atomic(uintptr_t) atomic_uintptr_t;
typedef _Atomic(size_t) atomic_size_t;
typedef _Atomic(ptrdiff_t) atomic_ptrdiff_t;
typedef _Atomic(intmax_t) atomic_intmax_t;
typedef _Atomic(uintmax_t) atomic_uintmax_t;
typedef struct {
    unsigned char __value;
} atomic_flag;
#define ATOMIC_FLAG_INIT {0}
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2

#define kill_dependency(value) (value)
#define atomic_thread_fence(order) __c11_atomic_thread_fence(order)
#define atomic_signal_fence(order) __c11_atomic_signal_fence(order)
#define atomic_is_lock_free(p) ((void)(p), __c11_atomic_is_lock_free(0))
#define atomic_init(p, v) __c11_atomic_init(p, v)
#define atomic_load(p) __c11_atomic_load(p, memory_order_seq_cst)
#define atomic_load_explicit(p, o) __c11_atomic_load(p, o)
#define atomic_store(p, v) __c11_atomic_store(p, v, memory_order_seq_cst)
#define atomic_store_explicit(p, v, o) __c11_atomic_store(p, v, o)
#define atomic_exchange(p, v) __c11_atomic_exchange(p, v, memory_order_seq_cst)
#define atomic_exchange_explicit(p, v, o) __c11_atomic_exchange(p, v, o)
#define atomic_compare_exchange_strong(p, e, v) __c11_atomic_compare_exchange_strong(p, e, v, memory_order_seq_cst, memory_order_seq_cst)
#define atomic_compare_exchange_strong_explicit(p, e, v, s, f) __c11_atomic_compare_exchange_strong(p, e, v, s, f)
#define atomic_compare_exchange_weak(p, e, v) __c11_atomic_compare_exchange_weak(p, e, v, memory_order_seq_cst, memory_order_seq_cst)
#define atomic_compare_exchange_weak_explicit(p, e, v, s, f) __c11_atomic_compare_exchange_weak(p, e, v, s, f)
#define atomic_fetch_add(p, v) __c11_atomic_fetch_add(p, v, memory_order_seq_cst)
#define atomic_fetch_add_explicit(p, v, o) __c11_atomic_fetch_add(p, v, o)
#define atomic_fetch_sub(p, v) __c11_atomic_fetch_sub(p, v, memory_order_seq_cst)
#define atomic_fetch_sub_explicit(p, v, o) __c11_atomic_fetch_sub(p, v, o)
#define atomic_fetch_or(p, v) __c11_atomic_fetch_or(p, v, memory_order_seq_cst)
#define atomic_fetch_or_explicit(p, v, o) __c11_atomic_fetch_or(p, v, o)
#define atomic_fetch_xor(p, v) __c11_atomic_fetch_xor(p, v, memory_order_seq_cst)
#define atomic_fetch_xor_explicit(p, v, o) __c11_atomic_fetch_xor(p, v, o)
#define atomic_fetch_and(p, v) __c11_atomic_fetch_and(p, v, memory_order_seq_cst)
#define atomic_fetch_and_explicit(p, v, o) __c11_atomic_fetch_and(p, v, o)
#define atomic_flag_test_and_set(p) __atomic_test_and_set(&(p)->__value, memory_order_seq_cst)
#define atomic_flag_test_and_set_explicit(p, o) __atomic_test_and_set(&(p)->__value, o)
#define atomic_flag_clear(p) __atomic_clear(&(p)->__value, memory_order_seq_cst)
#define atomic_flag_clear_explicit(p, o) __atomic_clear(&(p)->__value, o)
#endif
