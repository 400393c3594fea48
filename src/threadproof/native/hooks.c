/* The calls that gcc -fsanitize=thread puts before every access; those for atomic operations also perform them. */

#define HERE __builtin_return_address(0)
#define PLAIN(bytes)                                                                          \
    void __tsan_read##bytes(void *p) { access_memory('r', p, bytes, HERE); }                  \
    void __tsan_write##bytes(void *p) { access_memory('w', p, bytes, HERE); }                 \
    void __tsan_unaligned_read##bytes(void *p) { access_memory('r', p, bytes, HERE); }        \
    void __tsan_unaligned_write##bytes(void *p) { access_memory('w', p, bytes, HERE); }       \
    void __tsan_volatile_read##bytes(void *p) { access_memory('r', p, bytes, HERE); }         \
    void __tsan_volatile_write##bytes(void *p) { access_memory('w', p, bytes, HERE); }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

void __tsan_read_range(void *p, size_t size) { access_memory('r', p, size, HERE); }
void __tsan_write_range(void *p, size_t size) { access_memory('w', p, size, HERE); }
/* Functions that access memory as a whole. Where the compiler copies a struct by one of them, it has said so before. */
static bool said(char kind, const void *p, size_t size) {
    const struct doing *last = &threads[me < 0 ? 0 : me].doing;
    return me < 0 || inside || !size || (last->kind == kind && last->address == (uintptr_t)p && last->size == (int)size);
}

static void copies(void *to, const void *from, size_t size, void *pc) {
    if (said('w', to, size))
        return;
    access_memory('r', from, size, pc);
    access_memory('w', to, size, pc);
}

void *__wrap_memset(void *p, int value, size_t size) {
    if (!said('w', p, size))
        access_memory('w', p, size, HERE);
    return __real_memset(p, value, size);
}

void *__wrap_memcpy(void *to, const void *from, size_t size) {
    copies(to, from, size, HERE);
    return __real_memcpy(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size) {
    copies(to, from, size, HERE);
    return __real_memmove(to, from, size);
}

void __tsan_vptr_update(void *p, void *value) { access_memory('w', p, sizeof value, HERE); }
void __tsan_vptr_read(void *p) { access_memory('r', p, sizeof p, HERE); }
void __tsan_atomic_thread_fence(int order) {}
void __tsan_atomic_signal_fence(int order) {}

#define UPDATE(bits, type, name)                                        \
    type __tsan_atomic##bits##_##name(type *p, type value, int order) { \
        access_memory('u', p, sizeof *p, HERE);                         \
        return __atomic_##name(p, value, __ATOMIC_SEQ_CST);             \
    }
#define EXCHANGE(bits, type, name)                                                                        \
    bool __tsan_atomic##bits##_compare_exchange_##name(type *p, type *old, type new, int order, int fail) { \
        access_memory('u', p, sizeof *p, HERE);                                                           \
        return __atomic_compare_exchange_n(p, old, new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
    }
#define ATOMIC(bits, type)                                           \
    type __tsan_atomic##bits##_load(const type *p, int order) {      \
        access_memory('r', p, sizeof *p, HERE);                      \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                 \
    }                                                                \
    void __tsan_atomic##bits##_store(type *p, type value, int order) { \
        access_memory('w', p, sizeof *p, HERE);                      \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                \
    }                                                                \
    type __tsan_atomic##bits##_exchange(type *p, type value, int order) { \
        access_memory('u', p, sizeof *p, HERE);                      \
        return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);      \
    }                                                                \
    type __tsan_atomic##bits##_compare_exchange_val(type *p, type old, type new, int order, int fail) { \
        access_memory('u', p, sizeof *p, HERE);                      \
        __atomic_compare_exchange_n(p, &old, new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        return old;                                                  \
    }                                                                \
    EXCHANGE(bits, type, strong)                                     \
    EXCHANGE(bits, type, weak)                                       \
    UPDATE(bits, type, fetch_add)                                    \
    UPDATE(bits, type, fetch_sub)                                    \
    UPDATE(bits, type, fetch_and)                                    \
    UPDATE(bits, type, fetch_or)                                     \
    UPDATE(bits, type, fetch_xor)                                    \
    UPDATE(bits, type, fetch_nand)
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
