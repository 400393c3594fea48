#ifndef __TP_UCONTEXT_H
#define __TP_UCONTEXT_H
#include <signal.h>
#ifdef __LP64__
typedef long long greg_t;
#define NGREG 23
#define __TP_FLOATS (512 + 32)
enum { REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RDI, REG_RSI, REG_RBP, REG_RBX, REG_RDX, REG_RAX, REG_RCX, REG_RSP, REG_RIP, REG_EFL, REG_CSGSFS, REG_ERR, REG_TRAPNO, REG_OLDMASK, REG_CR2 };
#else
typedef int greg_t;
#define NGREG 19
#define __TP_FLOATS (112 + 16)
enum { REG_GS, REG_FS, REG_ES, REG_DS, REG_EDI, REG_ESI, REG_EBP, REG_ESP, REG_EBX, REG_EDX, REG_ECX, REG_EAX, REG_TRAPNO, REG_ERR, REG_EIP, REG_CS, REG_EFL, REG_UESP, REG_SS };
#endif
typedef greg_t gregset_t[NGREG];
typedef struct {
    gregset_t gregs;
    void *fpregs;
    unsigned long __more[__SIZEOF_POINTER__ == 8 ? 8 : 2];
} mcontext_t;
typedef struct ucontext_t {
    unsigned long uc_flags;
    struct ucontext_t *uc_link;
    stack_t uc_stack;
    mcontext_t uc_mcontext;
    sigset_t uc_sigmask;
    char __floats[__TP_FLOATS];
} ucontext_t;
extern int getcontext(ucontext_t *), setcontext(const ucontext_t *), swapcontext(ucontext_t *restrict, const ucontext_t *restrict);
extern void makecontext(ucontext_t *, void (*)(void), int, ...);
#endif
