#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct tagged {
    void *top;
    size_t tag;
};

int main(void) {
    atomic_int x = ATOMIC_VAR_INIT(1);
    atomic_bool done;
    atomic_init(&done, false);
    assert(atomic_load(&x) == 1 && !atomic_load_explicit(&done, memory_order_acquire));
    atomic_store(&x, 5);
    atomic_store_explicit(&done, true, memory_order_release);
    assert(atomic_exchange(&x, 6) == 5 && done);
    int expected = 0;
    assert(!atomic_compare_exchange_strong(&x, &expected, 9) && expected == 6);
    assert(atomic_compare_exchange_weak_explicit(&x, &expected, 7, memory_order_acq_rel, memory_order_relaxed) && x == 7);
    assert(atomic_fetch_add(&x, 3) == 7 && atomic_fetch_sub(&x, 1) == 10 && atomic_fetch_or(&x, 6) == 9);
    assert(atomic_fetch_and(&x, 12) == 15 && atomic_fetch_xor_explicit(&x, 1, memory_order_relaxed) == 12 && x == 13);
    x++;
    x += 2;
    assert(x == 16 && --x == 15);

    atomic_flag flag = ATOMIC_FLAG_INIT;
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set(&flag));
    atomic_thread_fence(memory_order_seq_cst);
    assert(atomic_is_lock_free(&x) && kill_dependency(3) == 3);

    struct tagged old, new = {&x, 1};
    _Atomic(struct tagged) head;
    atomic_init(&head, ((struct tagged){0, 0}));
    old = atomic_load(&head);
    assert(old.top == 0 && atomic_compare_exchange_strong(&head, &old, new));
    assert(!atomic_compare_exchange_strong(&head, &old, new) && old.top == &x && old.tag == 1);
    new.tag = 2;
    assert(atomic_exchange(&head, new).tag == 1 && atomic_load(&head).tag == 2);

    atomic_uchar small = 255;
    assert(atomic_fetch_add(&small, 1) == 255 && small == 0);
    return 0;
}
