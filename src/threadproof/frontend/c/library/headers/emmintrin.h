#ifndef __TP_EMMINTRIN_H
#define __TP_EMMINTRIN_H
/* What concurrent programs take from the headers of vector instructions: hints and fences. */
#define _mm_pause() __extension__({ __asm__ volatile("pause" ::: "memory"); })
#define _mm_mfence() __extension__({ __asm__ volatile("mfence" ::: "memory"); })
#define _mm_lfence() __extension__({ __asm__ volatile("lfence" ::: "memory"); })
#define _mm_sfence() __extension__({ __asm__ volatile("sfence" ::: "memory"); })
#endif
