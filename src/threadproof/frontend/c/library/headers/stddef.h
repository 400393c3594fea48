#ifndef __TP_STDDEF_H
#define __TP_STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
    long long __a __attribute__((aligned(__alignof__(long long))));
    long double __b __attribute__((aligned(__alignof__(long double))));
} max_align_t;
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
#if __STDC_VERSION__ > 201710L
#define unreachable() __builtin_unreachable()
#endif
#endif
