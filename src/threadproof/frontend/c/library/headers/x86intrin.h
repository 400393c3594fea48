#ifndef __TP_X86INTRIN_H
#define __TP_X86INTRIN_H
#include <emmintrin.h>
#endif
