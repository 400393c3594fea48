/* What models cannot say in C++: see the C library's `models/intrinsics.h`. Each is one operation of the program. */
#pragma once
#include <cstddef>

extern "C" {
void __tp_atomic_begin();
void __tp_atomic_end();
void __tp_await(bool);
void __tp_sync(const void *, const char *kind);
void *__tp_alloc(std::size_t);
void __tp_free(void *);
[[noreturn]] void __tp_error(const char *message);
[[noreturn]] void __tp_cut(const char *reason);
[[noreturn]] void __tp_halt();
bool __VERIFIER_nondet_bool();
unsigned __VERIFIER_nondet_uint();
void __VERIFIER_assume(bool);
}
