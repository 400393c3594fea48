#ifndef __TP_STDNORETURN_H
#define __TP_STDNORETURN_H
#define noreturn _Noreturn
#endif
