#ifndef __TP_IMMINTRIN_H
#define __TP_IMMINTRIN_H
#include <emmintrin.h>
#endif
