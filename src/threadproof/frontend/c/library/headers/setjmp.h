#ifndef __TP_SETJMP_H
#define __TP_SETJMP_H
#include <features.h>
#ifdef __LP64__
typedef struct __tp_jump {
    unsigned long __words[25];
} jmp_buf[1], sigjmp_buf[1];
#else
typedef struct __tp_jump {
    unsigned long __words[39];
} jmp_buf[1], sigjmp_buf[1];
#endif
extern int setjmp(jmp_buf) __attribute__((returns_twice)), _setjmp(jmp_buf) __attribute__((returns_twice));
extern int sigsetjmp(sigjmp_buf, int) __attribute__((returns_twice));
extern _Noreturn void longjmp(jmp_buf, int), _longjmp(jmp_buf, int), siglongjmp(sigjmp_buf, int);
#endif
