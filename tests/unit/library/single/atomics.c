/* The builtins: results, result types, single evaluation. */
#include <assert.h>

int main(void) {
    int x = 5, y, calls = 0, *p = &x;
    unsigned char small = 250;
    short wide = 1;
    long long huge = 1LL << 40;
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 5);
    __atomic_load(&x, &y, __ATOMIC_ACQUIRE);
    assert(y == 5);
    __atomic_store_n(&x, 6, __ATOMIC_RELEASE);
    y = 7;
    __atomic_store(&x, &y, __ATOMIC_RELAXED);
    assert(x == 7 && __atomic_exchange_n(&x, 8, __ATOMIC_SEQ_CST) == 7 && x == 8);
    int in = 9, out;
    __atomic_exchange(&x, &in, &out, __ATOMIC_SEQ_CST);
    assert(x == 9 && out == 8);

    int expected = 1;
    assert(!__atomic_compare_exchange_n(&x, &expected, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && expected == 9 && x == 9);
    assert(__atomic_compare_exchange_n(&x, &expected, 2, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && x == 2);
    expected = 2, in = 3;
    assert(__atomic_compare_exchange(&x, &expected, &in, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && x == 3);

    assert(__atomic_fetch_add(&x, 4, 5) == 3 && __atomic_add_fetch(&x, 1, 5) == 8 && __atomic_fetch_sub(&x, 2, 5) == 8);
    assert(__atomic_sub_fetch(&x, 1, 5) == 5 && __atomic_fetch_and(&x, 4, 5) == 5 && __atomic_or_fetch(&x, 3, 5) == 7);
    assert(__atomic_xor_fetch(&x, 1, 5) == 6 && __atomic_fetch_or(&x, 8, 5) == 6 && __atomic_and_fetch(&x, 12, 5) == 12);
    assert(__atomic_fetch_nand(&x, 4, 5) == 12 && x == ~4 && __atomic_nand_fetch(&x, -1, 5) == 4 && __atomic_fetch_xor(&x, 5, 5) == 4 && x == 1);
    assert(__atomic_fetch_add(&small, 10, 5) == 250 && small == 4 && __atomic_sub_fetch(&small, 5, 5) == 255);
    assert(__atomic_fetch_add(&wide, 0x7fff, 5) == 1 && wide == -0x8000);
    assert(__atomic_add_fetch(&huge, 1, 5) == (1LL << 40) + 1);
    _Static_assert(sizeof(__atomic_fetch_add(&small, 1, 5)) == 1, "result type");
    _Static_assert(_Generic(__sync_bool_compare_and_swap(&x, 1, 2), _Bool: 1, default: 0), "result type");

    int array[4] = {0, 1, 2, 3}, *q = array;
    assert(__atomic_fetch_add(&q, sizeof(int), 5) == array && q == array + 1 && __atomic_exchange_n(&q, &array[3], 5) == array + 1);
    assert(__atomic_load_n(q, 5) == 3);

    assert(__sync_fetch_and_add(&x, 2) == 1 && __sync_add_and_fetch(&x, 2) == 5 && __sync_fetch_and_sub(&x, 1) == 5);
    assert(__sync_sub_and_fetch(&x, 1) == 3 && __sync_fetch_and_or(&x, 4) == 3 && __sync_and_and_fetch(&x, 6) == 6);
    assert(__sync_fetch_and_xor(&x, 2) == 6 && __sync_fetch_and_nand(&x, 4) == 4 && x == ~4);
    x = 4;
    assert(__sync_bool_compare_and_swap(&x, 4, 5) && !__sync_bool_compare_and_swap(&x, 4, 6) && x == 5);
    assert(__sync_val_compare_and_swap(&x, 5, 6) == 5 && __sync_val_compare_and_swap(&x, 5, 7) == 6 && x == 6);
    assert(__sync_lock_test_and_set(&x, 1) == 6 && x == 1);
    __sync_lock_release(&x);
    assert(x == 0);
    __sync_synchronize();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);

    char flag = 0;
    assert(!__atomic_test_and_set(&flag, 5) && __atomic_test_and_set(&flag, 5));
    __atomic_clear(&flag, 5);
    assert(flag == 0 && __atomic_always_lock_free(sizeof(int), 0));

    assert(__atomic_fetch_add((calls++, p), (calls++, 2), 5) == 0 && calls == 2 && x == 2);
    assert(__atomic_add_fetch(&x, __atomic_fetch_add(&x, __sync_fetch_and_add(&x, 1), 5), 5) == 8);
    struct {
        unsigned bits : 3;
    } field = {7};
    assert(__atomic_exchange_n(&x, field.bits, 5) == 8 && x == 7);
    assert(__builtin_popcount(0xf0f) == 8 && __builtin_ctz(8) == 3 && __builtin_clz(1) == 31 && __builtin_ffs(0) == 0 && __builtin_ffs(4) == 3);
    assert(__builtin_clzll(1) == 63 && __builtin_parity(7) == 1 && __builtin_bswap32(0x01020304) == 0x04030201);
    return 0;
}
