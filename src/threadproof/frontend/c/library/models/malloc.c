/* The heap. An allocation gives a fresh object and never fails; alignment beyond that of every type is not promised. For realloc see memory.c. */
#include "intrinsics.h"
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

//: assumed: a fresh object with arbitrary content; never fails
void *malloc(size_t size) {
    return __tp_alloc(size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return __tp_alloc(size);
}

void *memalign(size_t alignment, size_t size) {
    return __tp_alloc(size);
}

void *valloc(size_t size) {
    return __tp_alloc(size);
}

//: assumed: a fresh object with arbitrary content; fails only for what is no alignment (EINVAL)
int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || alignment & (alignment - 1))
        return EINVAL;
    *result = __tp_alloc(size);
    return 0;
}

//: assumed: a fresh object of zeros; fails only where the size exceeds the address space
void *calloc(size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size) {
        errno = ENOMEM;
        return 0;
    }
    return __tp_alloc_zeroed(count * size);
}

//: modelled: ends the object; undefined unless the address is NULL or the start of a live heap object
void free(void *object) {
    __tp_free(object);
}

//: modelled: the size that was asked for
size_t malloc_usable_size(void *object) {
    return object ? __tp_object_size(object) : 0;
}
