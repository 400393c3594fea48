#ifndef __TP_XMMINTRIN_H
#define __TP_XMMINTRIN_H
#include <emmintrin.h>
#endif
