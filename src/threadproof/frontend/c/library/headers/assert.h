/* No include guard: NDEBUG decides anew at each inclusion. */
#undef assert
extern _Noreturn void __assert_fail(const char *expression, const char *file, unsigned line, const char *function);
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
#define assert(expression) ((expression) ? (void)0 : __assert_fail(#expression, __FILE__, __LINE__, __func__))
#endif
#ifndef static_assert
#define static_assert _Static_assert
#endif
