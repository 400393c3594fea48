/* Memory of the system. Nobody else writes to what is shared with files or processes: that is assumed. */
#define _GNU_SOURCE
#include "intrinsics.h"
#include <errno.h>
#include <sys/mman.h>

extern int __tp_failed(int result), __tp_new_descriptor(void), __tp_done(void);

#define PAGE 4096
#define ROUNDED(size) (((size) + PAGE - 1) / PAGE)

//: approximated: MAP_FAILED and any error, or a new block: of zeros, or with the content of a file, which is arbitrary; at a given address (MAP_FIXED), or not to be read and written: not explored
void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    if (size == 0) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if (__VERIFIER_nondet_bool()) {
        __tp_failed(-1);
        return MAP_FAILED;
    }
    if (flags & MAP_FIXED)
        __tp_cut("mmap at a given address is not modelled");
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __tp_cut("memory that may not be read or written is not modelled");
    return flags & MAP_ANONYMOUS ? __tp_alloc_zeroed(size) : __tp_alloc(size);
}

//: modelled: the block is gone; parts of one are not explored
int munmap(void *address, size_t size) {
    if (ROUNDED(size) != ROUNDED(__tp_object_size(address)))
        __tp_cut("munmap of a part is not modelled");
    __tp_free(address);
    return 0;
}

//: approximated: no effect; -1 and any error, or 0; memory that may not be read or written is not explored
int mprotect(void *address, size_t size, int protection) {
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __tp_cut("memory that may not be read or written is not modelled");
    return __tp_done();
}

//: approximated: no effect; -1 and any error, or 0; advice that changes the content is not explored
int madvise(void *address, size_t size, int advice) {
    if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
        __tp_cut("advice that changes the content of memory is not modelled");
    return __tp_done();
}

int posix_madvise(void *address, size_t size, int advice) {
    return __VERIFIER_nondet_bool() ? __VERIFIER_nondet_uchar() : 0;
}

//: approximated: no effect; -1 and any error, or 0
int msync(void *address, size_t size, int flags) {
    return __tp_done();
}

int mlock(const void *address, size_t size) {
    return __tp_done();
}

int munlock(const void *address, size_t size) {
    return __tp_done();
}

int mlockall(int flags) {
    return __tp_done();
}

int munlockall(void) {
    return __tp_done();
}

int shm_unlink(const char *name) {
    return __tp_done();
}

//: approximated: -1 and any error, or a number that no other open descriptor has
int shm_open(const char *name, int flags, mode_t mode) {
    return __tp_new_descriptor();
}

int memfd_create(const char *name, unsigned flags) {
    return __tp_new_descriptor();
}
