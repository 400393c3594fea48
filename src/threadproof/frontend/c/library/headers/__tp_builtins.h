/* Included before every C file: what compilers provide without a header, as far as it is not an ordinary function.

   The atomic builtins become statement expressions. Each evaluates its arguments once, from left to right and before the atomic
   section; the section then makes all accesses to the atomic object, so that an operation is one indivisible step. What else an
   address is given of (an expected value, the place of a result) is read before and written behind it, by plain accesses.
   Memory orders are evaluated and ignored where execution is sequentially consistent, unless data races are looked for; with store
   buffers (`models/store_buffer.c`) loads and stores obey them, and all other operations are full fences. A weak compare-and-exchange
   may also fail for no reason, unless spurious effects are switched off. Integer arithmetic wraps, as for the real builtins: it is done on unsigned operands.

   Types are named by typedefs inside the expression: `__tp_T` is the type of the object without qualifiers and _Atomic. */
#ifndef __TP_BUILTINS_H
#define __TP_BUILTINS_H

extern void __tp_atomic_begin(void);
extern void __tp_atomic_end(void);
#if __STDC_VERSION__ > 201710L
#define __TP_ANY ... /* arguments; () means none since C23 */
#else
#define __TP_ANY
#endif
extern void __tp_compared(__TP_ANY);
extern int __tp_popcount(unsigned long long), __tp_ctz(unsigned long long), __tp_clz(unsigned long long, int);
extern int __tp_ffs(unsigned long long);
extern unsigned short __tp_bswap16(unsigned short);
extern unsigned __tp_bswap32(unsigned);
extern unsigned long long __tp_bswap64(unsigned long long);

/* What files that gcc has preprocessed contain and clang does not know. */
typedef float _Float32;
typedef double _Float64, _Float32x;
typedef long double _Float64x;
typedef __float128 _Float128;
#define __malloc__(...) /* the attribute, where it names the function that frees */

#define __tp_value_type(p) __typeof__((void)0, *(p))

#ifdef __SIZEOF_INT128__
#define __tp_if_int128(...) __VA_ARGS__
#else
#define __tp_if_int128(...)
#endif

/* The unsigned type in which arithmetic on `*p` happens; addresses count as integers. */
#define __tp_arithmetic_type(p)                                                                                                  \
    __typeof__(_Generic(((void)0, *(p)),                                                                                         \
        char: (unsigned char)0, signed char: (unsigned char)0, unsigned char: (unsigned char)0, _Bool: (unsigned char)0,          \
        short: (unsigned short)0, unsigned short: (unsigned short)0, int: 0U, unsigned: 0U, long: 0UL, unsigned long: 0UL,        \
        long long: 0ULL, unsigned long long: 0ULL, float: 0.0F, double: 0.0, long double: 0.0L,                                  \
        __tp_if_int128(__int128: (unsigned __int128)0, unsigned __int128: (unsigned __int128)0, ) default: (__UINTPTR_TYPE__)0))

/* The type in which `*p` is compared: its own for integers and addresses, otherwise an integer of the same size (bitwise). */
#define __tp_bits_type(p)                                                                                                        \
    __typeof__(_Generic((char (*)[__builtin_classify_type(((void)0, *(p))) >= 8 ? sizeof(*(p)) : 17])0,                          \
        char (*)[17]: ((void)0, *(p)), char (*)[1]: (unsigned char)0, char (*)[2]: (unsigned short)0, char (*)[4]: 0U,            \
        char (*)[8]: 0ULL __tp_if_int128(, char (*)[16]: (unsigned __int128)0)))

/* An address type whose elements are what C's own arithmetic on `*p` counts in: bytes unless `*p` is an address itself. */
#define __tp_counted_type(p)                                                                                                     \
    __typeof__(_Generic((char (*)[__builtin_classify_type(((void)0, *(p))) == 5 ? 1 : 2])0,                                      \
        char (*)[1]: ((void)0, *(p)), char (*)[2]: (char *)0))

/* -- the operations, with arguments in the order of the callers ------------------------------------------------------------- */

/* Orders: 0 relaxed, 1 consume, 2 acquire, 3 release, 4 both, 5 sequentially consistent. */
/* Of one that is a constant nothing else is left in the program, so that everybody sees which fence it is. */
#define __tp_known(ORDER) (__builtin_constant_p(ORDER) ? (ORDER) : __tp_order)
/* What an operation does for happens-before, inside its atomic section: `op.Sync` has the words. Consume is acquire. The object is accessed
   as what it is without _Atomic, since that would be sequentially consistent. Whether a compare-and-exchange succeeds is known before its
   access is made: what it acquires comes first. */
#ifdef __TP_RACES
extern void __tp_sync(__TP_ANY), __tp_sync_fence(__TP_ANY), __tp_peek(__TP_ANY);
#define __tp_first_read(OLD, P) __tp_peek(OLD, P)
#define __tp_failed_read(OLD, P) OLD = *(P)
#define __tp_at(P) (*(__tp_T *)(P))
#define __tp_ordered(ORDER) int __tp_order = (ORDER)
#define __tp_ordered_failure(ORDER) int __tp_failure = (ORDER)
#define __tp_read_by(P, ORDER)                                                                                                  \
    if (__tp_known(ORDER) == 5)                                                                                                 \
        __tp_sync((__tp_T *)(P), "acquire");                                                                                    \
    else if (__tp_known(ORDER) != 0 && __tp_known(ORDER) != 3)                                                                  \
        __tp_sync((__tp_T *)(P), "acquire weaker");                                                                             \
    else                                                                                                                        \
    __tp_sync((__tp_T *)(P), "observe")
#define __tp_write_by(P, ORDER)                                                                                                 \
    if (__tp_known(ORDER) == 5)                                                                                                 \
        __tp_sync((__tp_T *)(P), "release");                                                                                    \
    else if (__tp_known(ORDER) >= 3)                                                                                            \
        __tp_sync((__tp_T *)(P), "release weaker");                                                                             \
    else                                                                                                                        \
    __tp_sync((__tp_T *)(P), "publish")
#define __tp_update_by(P, ORDER)                                                                                                \
    if (__tp_known(ORDER) == 5)                                                                                                 \
        __tp_sync((__tp_T *)(P), "extend");                                                                                     \
    else if (__tp_known(ORDER) >= 3)                                                                                            \
        __tp_sync((__tp_T *)(P), "extend weaker");                                                                              \
    else                                                                                                                        \
    __tp_sync((__tp_T *)(P), "carry")
#define __tp_fails(P, ORDER)                                                                                                    \
    __tp_order = __tp_failure;                                                                                                  \
    __tp_read_by(P, ORDER)
#else
#define __tp_at(P) (*(P))
#define __tp_ordered(ORDER) (void)(ORDER)
#define __tp_ordered_failure(ORDER) (void)(ORDER)
#define __tp_fails(P, ORDER) (void)0
#define __tp_first_read(OLD, P) OLD = *(P)
#define __tp_failed_read(OLD, P) (void)0
#define __tp_read_by(P, ORDER) (void)0
#define __tp_write_by(P, ORDER) (void)0
#define __tp_update_by(P, ORDER) (void)0
#endif

#ifdef __TP_WEAK
extern void __tp_buffer_drain(void), __tp_buffer_fence(void);
#define __tp_thread_fence(ORDER)                                                                                                \
    __extension__({                                                                                                             \
        int __tp_order = (ORDER);                                                                                               \
        if (__tp_known(ORDER) == 5)                                                                                             \
            __tp_buffer_drain();                                                                                                \
        else                                                                                                                    \
            __tp_light_fence(__tp_known(ORDER));                                                                                \
    })

/* Where reads are never delayed, only the order of writes matters. Where they are (rmo, power), atomic accesses have the fences that
   compilers give them: behind a load that acquires, before a store that releases; with power also before what is sequentially
   consistent. */
#ifdef __TP_NOT_ATOMIC
extern void __tp_buffer_light(void), __tp_buffer_acquired(void);
#define __tp_light_fence(ORDER)                                                                                                 \
    if ((ORDER) > 0)                                                                                                            \
    __tp_buffer_light()
#define __tp_load_order(ORDER)                                                                                                  \
    int __tp_order = (ORDER);                                                                                                   \
    if (__tp_known(ORDER) == 5)                                                                                                 \
    __tp_buffer_drain()
#define __tp_loaded(ORDER)                                                                                                      \
    if ((ORDER) != 0 && (ORDER) != 3)                                                                                           \
    __tp_buffer_acquired()
#define __tp_store_fence(ORDER)                                                                                                 \
    if ((ORDER) == 5)                                                                                                           \
        __tp_buffer_drain();                                                                                                    \
    else                                                                                                                        \
    __tp_buffer_light()
#define __tp_store_indivisible(ORDER) 0
#elif defined __TP_DELAYS_READS
extern void __tp_buffer_acquire(void), __tp_buffer_release(void), __tp_buffer_light(void);
#define __tp_light_fence(ORDER)                                                                                                 \
    if ((ORDER) == 4)                                                                                                           \
        __tp_buffer_light();                                                                                                    \
    else if ((ORDER) == 3)                                                                                                      \
        __tp_buffer_release();                                                                                                  \
    else if ((ORDER) > 0)                                                                                                       \
    __tp_buffer_acquire()
#define __tp_load_order(ORDER) int __tp_order = (ORDER)
#define __tp_loaded(ORDER)                                                                                                      \
    if ((ORDER) != 0 && (ORDER) != 3)                                                                                           \
    __tp_buffer_acquire()
#define __tp_store_fence(ORDER) __tp_buffer_release()
#define __tp_store_indivisible(ORDER) ((ORDER) == 5)
#else
#define __tp_light_fence(ORDER)                                                                                                 \
    if ((ORDER) >= 3)                                                                                                           \
    __tp_buffer_fence()
#define __tp_load_order(ORDER) (void)(ORDER)
#define __tp_loaded(ORDER) (void)0
#define __tp_store_fence(ORDER) __tp_buffer_fence()
#define __tp_store_indivisible(ORDER) ((ORDER) == 5)
#endif

/* What no register holds is read and written as a whole. */
#define __tp_do_load_to(P, R, ORDER)                                                                                            \
    __extension__({                                                                                                             \
        __auto_type __tp_p = (P);                                                                                               \
        __auto_type __tp_r = (R);                                                                                               \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                 \
        __tp_load_order(ORDER);                                                                                                 \
        if (sizeof(__tp_T) > 8) {                                                                                               \
            __tp_T __tp_old;                                                                                                    \
            __tp_atomic_begin();                                                                                                \
            __tp_old = *__tp_p;                                                                                                 \
            __tp_atomic_end();                                                                                                  \
            *__tp_r = __tp_old;                                                                                                 \
        } else                                                                                                                  \
            *__tp_r = *(__tp_T *)__tp_p;                                                                                        \
        __tp_loaded(__tp_known(ORDER));                                                                                         \
    })

#define __tp_do_load(P, ORDER)                                                                                                  \
    __extension__({                                                                                                             \
        __auto_type __tp_p = (P);                                                                                               \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                 \
        __tp_T __tp_old;                                                                                                        \
        __tp_load_order(ORDER);                                                                                                 \
        if (sizeof(__tp_T) > 8) {                                                                                               \
            __tp_atomic_begin();                                                                                                \
            __tp_old = *__tp_p;                                                                                                 \
            __tp_atomic_end();                                                                                                  \
        } else                                                                                                                  \
            __tp_old = *(__tp_T *)__tp_p;                                                                                       \
        __tp_loaded(__tp_known(ORDER));                                                                                         \
        __tp_old;                                                                                                               \
    })

#define __tp_do_store(P, V, ORDER)                                                                                              \
    __extension__({                                                                                                             \
        __auto_type __tp_p = (P);                                                                                               \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                 \
        __tp_T __tp_v = (V);                                                                                                    \
        int __tp_order = (ORDER);                                                                                               \
        if (__tp_store_indivisible(__tp_known(ORDER)) || sizeof(__tp_T) > 8) {                                                  \
            __tp_atomic_begin();                                                                                                \
            *__tp_p = __tp_v;                                                                                                   \
            __tp_atomic_end();                                                                                                  \
        } else {                                                                                                                \
            if (__tp_known(ORDER) >= 3)                                                                                         \
                __tp_store_fence(__tp_known(ORDER));                                                                            \
            *(__tp_T *)__tp_p = __tp_v;                                                                                         \
        }                                                                                                                       \
    })
#else
#ifdef __TP_RACES
#define __tp_thread_fence(ORDER)                                                                                                \
    __extension__({                                                                                                             \
        __tp_ordered(ORDER);                                                                                                    \
        if (__tp_known(ORDER) >= 4)                                                                                             \
            __tp_sync_fence("RW RW");                                                                                           \
        else if (__tp_known(ORDER) == 3)                                                                                        \
            __tp_sync_fence("RW W");                                                                                            \
        else if (__tp_known(ORDER) > 0)                                                                                         \
            __tp_sync_fence("R RW");                                                                                            \
    })
#else
#define __tp_thread_fence(ORDER) ((void)(ORDER))
#endif

#define __tp_do_load(P, ORDER)                                                                                                   \
    __extension__({                                                                                                              \
        __auto_type __tp_p = (P);                                                                                                \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                  \
        __tp_ordered(ORDER);                                                                                                     \
        __tp_atomic_begin();                                                                                                     \
        __tp_read_by(__tp_p, ORDER);                                                                                             \
        __tp_T __tp_old = __tp_at(__tp_p);                                                                                       \
        __tp_atomic_end();                                                                                                       \
        __tp_old;                                                                                                                \
    })

#define __tp_do_load_to(P, R, ORDER)                                                                                             \
    __extension__({                                                                                                              \
        __auto_type __tp_p = (P);                                                                                                \
        __auto_type __tp_r = (R);                                                                                                \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                  \
        __tp_ordered(ORDER);                                                                                                     \
        __tp_atomic_begin();                                                                                                     \
        __tp_read_by(__tp_p, ORDER);                                                                                             \
        __tp_T __tp_old = __tp_at(__tp_p);                                                                                       \
        __tp_atomic_end();                                                                                                       \
        *__tp_r = __tp_old;                                                                                                      \
    })

#define __tp_do_store(P, V, ORDER)                                                                                               \
    __extension__({                                                                                                              \
        __auto_type __tp_p = (P);                                                                                                \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                  \
        __tp_T __tp_v = (V);                                                                                                     \
        __tp_ordered(ORDER);                                                                                                     \
        __tp_atomic_begin();                                                                                                     \
        __tp_at(__tp_p) = __tp_v;                                                                                                \
        __tp_write_by(__tp_p, ORDER);                                                                                            \
        __tp_atomic_end();                                                                                                       \
    })
#endif

#define __tp_do_exchange(P, V, ORDER)                                                                                            \
    __extension__({                                                                                                              \
        __auto_type __tp_p = (P);                                                                                                \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                  \
        __tp_T __tp_v = (V);                                                                                                     \
        __tp_ordered(ORDER);                                                                                                     \
        __tp_atomic_begin();                                                                                                     \
        __tp_read_by(__tp_p, ORDER);                                                                                             \
        __tp_T __tp_old = __tp_at(__tp_p);                                                                                       \
        __tp_at(__tp_p) = __tp_v;                                                                                                \
        __tp_update_by(__tp_p, ORDER);                                                                                           \
        __tp_atomic_end();                                                                                                       \
        __tp_old;                                                                                                                \
    })

#define __tp_do_exchange_to(P, V, R, ORDER)                                                                                      \
    __extension__({                                                                                                              \
        __auto_type __tp_p = (P);                                                                                                \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                  \
        __tp_T __tp_v = (V);                                                                                                     \
        __auto_type __tp_r = (R);                                                                                                \
        __tp_ordered(ORDER);                                                                                                     \
        __tp_atomic_begin();                                                                                                     \
        __tp_read_by(__tp_p, ORDER);                                                                                             \
        __tp_T __tp_old = __tp_at(__tp_p);                                                                                       \
        __tp_at(__tp_p) = __tp_v;                                                                                                \
        __tp_update_by(__tp_p, ORDER);                                                                                           \
        __tp_atomic_end();                                                                                                       \
        *__tp_r = __tp_old;                                                                                                      \
    })

#define __tp_do_swap_if(P, E, V, RESULT)                                                                                         \
    __extension__({                                                                                                              \
        __auto_type __tp_p = (P);                                                                                                \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                  \
        __tp_T __tp_e = (__tp_T)(E);                                                                                             \
        __tp_T __tp_v = (__tp_T)(V);                                                                                             \
        __tp_ordered(5);                                                                                                         \
        __tp_atomic_begin();                                                                                                     \
        __tp_read_by(__tp_p, 5);                                                                                                 \
        __tp_T __tp_old = __tp_at(__tp_p);                                                                                       \
        __tp_compared(__tp_old, __tp_e);                                                                                         \
        if (__tp_old == __tp_e) {                                                                                                \
            __tp_at(__tp_p) = __tp_v;                                                                                            \
            __tp_update_by(__tp_p, 5);                                                                                           \
        }                                                                                                                        \
        __tp_atomic_end();                                                                                                       \
        RESULT;                                                                                                                  \
    })

/* On failure the value that was found goes to `*E`; the result says whether the exchange happened. */
#ifdef __TP_SPURIOUS
extern _Bool __VERIFIER_nondet_bool(void);
#define __tp_fails_anyway() __VERIFIER_nondet_bool()
#else
#define __tp_fails_anyway() 0
#endif
#define __tp_do_compare_exchange(P, E, V, WEAK, ORDER, FAILURE)                                                                           \
    __extension__({                                                                                                              \
        __auto_type __tp_p = (P);                                                                                                \
        __auto_type __tp_e = (E);                                                                                                \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                  \
        typedef __tp_bits_type(__tp_p) __tp_B;                                                                                   \
        __tp_T __tp_v = (V);                                                                                                     \
        _Bool __tp_weak = (WEAK);                                                                                                \
        __tp_ordered(ORDER);                                                                                                     \
        __tp_ordered_failure(FAILURE);                                                                                           \
        __tp_B __tp_expected = *(__tp_B *)__tp_e;                                                                                \
        __tp_atomic_begin();                                                                                                     \
        __tp_B __tp_old;                                                                                                         \
        __tp_first_read(__tp_old, (__tp_B *)__tp_p);                                                                             \
        __tp_compared(__tp_old, __tp_expected);                                                                                  \
        _Bool __tp_same = __tp_old == __tp_expected && !(__tp_weak && __tp_fails_anyway());                                      \
        if (__tp_same) {                                                                                                         \
            __tp_read_by(__tp_p, ORDER);                                                                                         \
            __tp_at(__tp_p) = __tp_v;                                                                                            \
            __tp_update_by(__tp_p, ORDER);                                                                                       \
        } else {                                                                                                                 \
            __tp_fails(__tp_p, FAILURE);                                                                                         \
            __tp_failed_read(__tp_old, (__tp_B *)__tp_p);                                                                        \
        }                                                                                                                        \
        __tp_atomic_end();                                                                                                       \
        if (!__tp_same)                                                                                                          \
            *(__tp_B *)__tp_e = __tp_old;                                                                                        \
        __tp_same;                                                                                                               \
    })

/* `*P = NEW`, a term over `__tp_a` (the old value) and `__tp_b` (V times UNIT), both of the arithmetic type. */
#define __tp_do_update(P, V, UNIT, ORDER, NEW, RESULT)                                                                           \
    __extension__({                                                                                                              \
        __auto_type __tp_p = (P);                                                                                                \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                  \
        typedef __tp_arithmetic_type(__tp_p) __tp_U;                                                                             \
        typedef __tp_counted_type(__tp_p) __tp_C;                                                                                \
        __tp_U __tp_b = (__tp_U)(V) * (__tp_U)(UNIT);                                                                            \
        __tp_ordered(ORDER);                                                                                                     \
        __tp_atomic_begin();                                                                                                     \
        __tp_read_by(__tp_p, ORDER);                                                                                             \
        __tp_T __tp_old = __tp_at(__tp_p);                                                                                       \
        __tp_U __tp_a = (__tp_U)__tp_old;                                                                                        \
        __tp_T __tp_new = (__tp_T)(NEW);                                                                                         \
        __tp_at(__tp_p) = __tp_new;                                                                                              \
        __tp_update_by(__tp_p, ORDER);                                                                                           \
        __tp_atomic_end();                                                                                                       \
        RESULT;                                                                                                                  \
    })
#define __tp_elements sizeof(*(__tp_C)0)

/* -- __atomic_* (addresses count bytes) ------------------------------------------------------------------------------------- */

#define __atomic_load_n(p, o) __tp_do_load(p, o)
#define __atomic_load(p, r, o) __tp_do_load_to(p, r, o)
#define __atomic_store_n(p, v, o) __tp_do_store(p, (__tp_T)(v), o)
#define __atomic_store(p, v, o) __tp_do_store(p, *(v), o)
#define __atomic_exchange_n(p, v, o) __tp_do_exchange(p, (__tp_T)(v), o)
#define __atomic_exchange(p, v, r, o) __tp_do_exchange_to(p, *(v), r, o)
#define __atomic_compare_exchange_n(p, e, v, w, s, f) __tp_do_compare_exchange(p, e, (__tp_T)(v), w, s, f)
#define __atomic_compare_exchange(p, e, v, w, s, f) __tp_do_compare_exchange(p, e, *(v), w, s, f)
#define __atomic_test_and_set(p, o) ((_Bool)__tp_do_exchange((unsigned char *)(p), 1, o))
#define __atomic_clear(p, o) __tp_do_store((unsigned char *)(p), 0, o)
#define __atomic_thread_fence(o) __tp_thread_fence(o)
#define __atomic_signal_fence(o) ((void)(o))
#define __atomic_always_lock_free(size, p) ((_Bool)1)
#define __atomic_is_lock_free(size, p) ((_Bool)1)

#define __atomic_fetch_add(p, v, o) __tp_do_update(p, v, 1, o, __tp_a + __tp_b, __tp_old)
#define __atomic_fetch_sub(p, v, o) __tp_do_update(p, v, 1, o, __tp_a - __tp_b, __tp_old)
#define __atomic_fetch_and(p, v, o) __tp_do_update(p, v, 1, o, __tp_a & __tp_b, __tp_old)
#define __atomic_fetch_or(p, v, o) __tp_do_update(p, v, 1, o, __tp_a | __tp_b, __tp_old)
#define __atomic_fetch_xor(p, v, o) __tp_do_update(p, v, 1, o, __tp_a ^ __tp_b, __tp_old)
#define __atomic_fetch_nand(p, v, o) __tp_do_update(p, v, 1, o, ~(__tp_a & __tp_b), __tp_old)
#define __atomic_add_fetch(p, v, o) __tp_do_update(p, v, 1, o, __tp_a + __tp_b, __tp_new)
#define __atomic_sub_fetch(p, v, o) __tp_do_update(p, v, 1, o, __tp_a - __tp_b, __tp_new)
#define __atomic_and_fetch(p, v, o) __tp_do_update(p, v, 1, o, __tp_a & __tp_b, __tp_new)
#define __atomic_or_fetch(p, v, o) __tp_do_update(p, v, 1, o, __tp_a | __tp_b, __tp_new)
#define __atomic_xor_fetch(p, v, o) __tp_do_update(p, v, 1, o, __tp_a ^ __tp_b, __tp_new)
#define __atomic_nand_fetch(p, v, o) __tp_do_update(p, v, 1, o, ~(__tp_a & __tp_b), __tp_new)

/* -- __sync_* (further arguments name what is protected; they are ignored) --------------------------------------------------- */

#define __sync_fetch_and_add(p, v, ...) __tp_do_update(p, v, 1, 5, __tp_a + __tp_b, __tp_old)
#define __sync_fetch_and_sub(p, v, ...) __tp_do_update(p, v, 1, 5, __tp_a - __tp_b, __tp_old)
#define __sync_fetch_and_and(p, v, ...) __tp_do_update(p, v, 1, 5, __tp_a & __tp_b, __tp_old)
#define __sync_fetch_and_or(p, v, ...) __tp_do_update(p, v, 1, 5, __tp_a | __tp_b, __tp_old)
#define __sync_fetch_and_xor(p, v, ...) __tp_do_update(p, v, 1, 5, __tp_a ^ __tp_b, __tp_old)
#define __sync_fetch_and_nand(p, v, ...) __tp_do_update(p, v, 1, 5, ~(__tp_a & __tp_b), __tp_old)
#define __sync_add_and_fetch(p, v, ...) __tp_do_update(p, v, 1, 5, __tp_a + __tp_b, __tp_new)
#define __sync_sub_and_fetch(p, v, ...) __tp_do_update(p, v, 1, 5, __tp_a - __tp_b, __tp_new)
#define __sync_and_and_fetch(p, v, ...) __tp_do_update(p, v, 1, 5, __tp_a & __tp_b, __tp_new)
#define __sync_or_and_fetch(p, v, ...) __tp_do_update(p, v, 1, 5, __tp_a | __tp_b, __tp_new)
#define __sync_xor_and_fetch(p, v, ...) __tp_do_update(p, v, 1, 5, __tp_a ^ __tp_b, __tp_new)
#define __sync_nand_and_fetch(p, v, ...) __tp_do_update(p, v, 1, 5, ~(__tp_a & __tp_b), __tp_new)
#define __sync_bool_compare_and_swap(p, e, v, ...) __tp_do_swap_if(p, e, v, (_Bool)(__tp_old == __tp_e))
#define __sync_val_compare_and_swap(p, e, v, ...) __tp_do_swap_if(p, e, v, __tp_old)
#define __sync_lock_test_and_set(p, v, ...) __tp_do_exchange(p, (__tp_T)(v), 2)
#define __sync_lock_release(p, ...) __tp_do_store(p, 0, 3)
#define __sync_synchronize(...) __tp_thread_fence(5)

/* -- __c11_atomic_* (what stdatomic.h is made of; addresses count elements) -------------------------------------------------- */

#define __c11_atomic_init(P, V)                                                                                                  \
    __extension__({                                                                                                              \
        __auto_type __tp_p = (P);                                                                                                \
        typedef __tp_value_type(__tp_p) __tp_T;                                                                                  \
        *(__tp_T *)__tp_p = (V);                                                                                                 \
        (void)0;                                                                                                                 \
    })
#define __c11_atomic_load(p, o) __tp_do_load(p, o)
#define __c11_atomic_store(p, v, o) __tp_do_store(p, v, o)
#define __c11_atomic_exchange(p, v, o) __tp_do_exchange(p, v, o)
#define __c11_atomic_compare_exchange_strong(p, e, v, s, f) __tp_do_compare_exchange(p, e, v, 0, s, f)
#define __c11_atomic_compare_exchange_weak(p, e, v, s, f) __tp_do_compare_exchange(p, e, v, 1, s, f)
#define __tp_move_pointer(p, OPERATOR, n) /* see clang/atomic_pointers.py */                                                              \
    ({                                                                                                                                  \
        __typeof__(&(p)) __tp_place = &(p);                                                                                                \
        __PTRDIFF_TYPE__ __tp_distance = (n);                                                                                              \
        __c11_atomic_fetch_add(__tp_place, OPERATOR __tp_distance, __ATOMIC_SEQ_CST) OPERATOR __tp_distance;                                \
    })
#define __c11_atomic_fetch_add(p, v, o) __tp_do_update(p, v, __tp_elements, o, __tp_a + __tp_b, __tp_old)
#define __c11_atomic_fetch_sub(p, v, o) __tp_do_update(p, v, __tp_elements, o, __tp_a - __tp_b, __tp_old)
#define __c11_atomic_fetch_and(p, v, o) __tp_do_update(p, v, __tp_elements, o, __tp_a & __tp_b, __tp_old)
#define __c11_atomic_fetch_or(p, v, o) __tp_do_update(p, v, __tp_elements, o, __tp_a | __tp_b, __tp_old)
#define __c11_atomic_fetch_xor(p, v, o) __tp_do_update(p, v, __tp_elements, o, __tp_a ^ __tp_b, __tp_old)
#define __c11_atomic_fetch_nand(p, v, o) __tp_do_update(p, v, __tp_elements, o, ~(__tp_a & __tp_b), __tp_old)
#define __c11_atomic_thread_fence(o) __tp_thread_fence(o)
#define __c11_atomic_signal_fence(o) ((void)(o))
#define __c11_atomic_is_lock_free(size) ((_Bool)1)

/* -- bits (models/bits.c) ------------------------------------------------------------------------------------------------------ */

#define __tp_bits(x) ((int)sizeof(x) * 8)
#define __builtin_popcount(x) __tp_popcount((unsigned)(x))
#define __builtin_popcountl(x) __tp_popcount((unsigned long)(x))
#define __builtin_popcountll(x) __tp_popcount(x)
#define __builtin_parity(x) (__tp_popcount((unsigned)(x)) & 1)
#define __builtin_parityl(x) (__tp_popcount((unsigned long)(x)) & 1)
#define __builtin_parityll(x) (__tp_popcount(x) & 1)
#define __builtin_ctz(x) __tp_ctz((unsigned)(x))
#define __builtin_ctzl(x) __tp_ctz((unsigned long)(x))
#define __builtin_ctzll(x) __tp_ctz(x)
#define __builtin_clz(x) __tp_clz((unsigned)(x), 32)
#define __builtin_clzl(x) __tp_clz((unsigned long)(x), __tp_bits(0UL))
#define __builtin_clzll(x) __tp_clz(x, 64)
#define __builtin_ffs(x) __tp_ffs((unsigned)(x))
#define __builtin_ffsl(x) __tp_ffs((unsigned long)(x))
#define __builtin_ffsll(x) __tp_ffs(x)
#define __builtin_bswap16(x) __tp_bswap16(x)
#define __builtin_bswap32(x) __tp_bswap32(x)
#define __builtin_bswap64(x) __tp_bswap64(x)

#endif
