/* Functions of SV-COMP that the front end does not know by name; see reserved.py for the others. */
#include "intrinsics.h"

//: modelled: any content, byte by byte
void __VERIFIER_nondet_memory(void *block, size_t size) {
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)block)[i] = __VERIFIER_nondet_uchar();
}
