/* Files and sockets by their descriptors: what is read is arbitrary, what is written goes nowhere, everything may fail. Where a program has
   both ends of a pipe, neither is so, and reading is not explored. A call never says
   that it moved more than it was asked to, and a new descriptor is none that the program has open. */
#include "intrinsics.h"
#include <errno.h>
#include <unistd.h>

extern int __tp_failed(int result);
extern _Bool __tp_interrupted(_Bool restarts);

/* The descriptors that the program opened and did not close, plus 1; 0 is a free place. */
#define OPEN 8
#define OPENS_FILES (__tp_calls("open") || __tp_calls("openat") || __tp_calls("creat") || __tp_calls("dup") || __tp_calls("dup2"))
#define OPENS_SOCKETS (__tp_calls("socket") || __tp_calls("accept") || __tp_calls("accept4") || __tp_calls("socketpair"))
#define OPENS_PIPES (__tp_calls("pipe") || __tp_calls("pipe2") || __tp_calls("fcntl") || __tp_calls("dup3") || __tp_calls("mkstemp"))
#define OPENS_OTHERS (__tp_calls("epoll_create") || __tp_calls("epoll_create1") || __tp_calls("eventfd") || __tp_calls("timerfd_create"))
#define OPENS (OPENS_FILES || OPENS_SOCKETS || OPENS_PIPES || OPENS_OTHERS || __tp_calls("shm_open") || __tp_calls("inotify_init"))
static int __tp_open[OPEN];

int __tp_opened(int found) {
    __tp_atomic_begin();
    int place = -1;
    for (int i = 0; i < OPEN; i++) {
        __tp_assume(__tp_open[i] != found + 1);
        if (!__tp_open[i] && place < 0)
            place = i;
    }
    if (place < 0)
        __tp_cut("more than 8 open descriptors");
    __tp_open[place] = found + 1; //! -
    __tp_atomic_end();
    return found;
}

void __tp_closed(int file) {
    __tp_atomic_begin();
    for (int i = 0; i < OPEN; i++)
        if (__tp_open[i] == file + 1)
            __tp_open[i] = 0; //! -
    __tp_atomic_end();
}

static int __tp_any_descriptor(void) {
    int file = __VERIFIER_nondet_int();
    __tp_assume(file >= 0 && file < 0x7fffffff);
    return file;
}

int __tp_new_descriptor(void) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : __tp_opened(__tp_any_descriptor());
}

/* What the program writes itself comes out at the other end, and reading waits for it. */
#define TALKS_TO_ITSELF (__tp_calls("pipe") || __tp_calls("pipe2") || __tp_calls("socketpair") || __tp_calls("eventfd"))

void __tp_read_own(void) {
    if (TALKS_TO_ITSELF)
        __tp_cut("what the program writes into its pipes and counters is not followed to where it is read");
}

/* Some of the bytes, from the first one on. */
static ssize_t __tp_received(void *block, size_t size) {
    char *bytes = block;
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    __tp_read_own();
    size_t i = 0;
    for (; i < size && __VERIFIER_nondet_bool(); i++)
        bytes[i] = __VERIFIER_nondet_char();
    return (ssize_t)i;
}

static ssize_t __tp_sent(size_t size) {
    ssize_t result = (ssize_t)size;
    while (result >= 0 && __VERIFIER_nondet_bool())
        result--;
    return result < 0 ? __tp_failed(-1) : result;
}

int __tp_done(void) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : 0;
}

/* The address of a peer: any bytes, as far as there is room. Its length may be larger. */
void __tp_any_address(void *address, unsigned *length) {
    if (!address || !length)
        return;
    for (unsigned i = 0, room = *length; i < room; i++)
        ((char *)address)[i] = __VERIFIER_nondet_char();
    unsigned found = __VERIFIER_nondet_uchar();
    __tp_assume(found <= 128);
    *length = found;
}

//: approximated: -1 and any error, or any number of bytes that fits, with any content; not explored where the program has pipes, socket pairs or counters of its own
ssize_t read(int file, void *block, size_t size) {
    return __tp_received(block, size);
}

ssize_t pread(int file, void *block, size_t size, off_t offset) {
    return __tp_received(block, size);
}

ssize_t recv(int file, void *block, size_t size, int flags) {
    return __tp_received(block, size);
}

ssize_t recvfrom(int file, void *restrict block, size_t size, int flags, void *restrict address, unsigned *restrict length) {
    ssize_t result = __tp_received(block, size);
    if (result >= 0)
        __tp_any_address(address, length);
    return result;
}

//: approximated: no effect; -1 and any error, or any number of bytes up to the size
ssize_t write(int file, const void *block, size_t size) {
    return __tp_sent(size);
}

ssize_t pwrite(int file, const void *block, size_t size, off_t offset) {
    return __tp_sent(size);
}

ssize_t send(int file, const void *block, size_t size, int flags) {
    return __tp_sent(size);
}

ssize_t sendto(int file, const void *block, size_t size, int flags, const void *address, unsigned length) {
    return __tp_sent(size);
}

//: approximated: -1 and any error, or a number that no other open descriptor has
int open(const char *name, int flags, ...) {
    return __tp_new_descriptor();
}

int openat(int directory, const char *name, int flags, ...) {
    return __tp_new_descriptor();
}

int creat(const char *name, mode_t mode) {
    return __tp_new_descriptor();
}

int dup(int file) {
    return __tp_new_descriptor();
}

int socket(int domain, int type, int protocol) {
    return __tp_new_descriptor();
}

int accept(int file, void *restrict address, unsigned *restrict length) {
    int result = __tp_new_descriptor();
    if (result >= 0)
        __tp_any_address(address, length);
    return result;
}

//: approximated: -1 and any error, or two numbers that no other open descriptors have
int pipe(int files[2]) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    files[0] = __tp_opened(__tp_any_descriptor());
    files[1] = __tp_opened(__tp_any_descriptor());
    return 0;
}

int socketpair(int domain, int type, int protocol, int files[2]) {
    return pipe(files);
}

//: approximated: -1 and any error, or 0; the number may be used again
int close(int file) {
    if (OPENS)
        __tp_closed(file);
    return __tp_done();
}

//: approximated: no effect; -1 and any error, or 0
int bind(int file, const void *address, unsigned length) {
    return __tp_done();
}

int listen(int file, int backlog) {
    return __tp_done();
}

int connect(int file, const void *address, unsigned length) {
    return __tp_done();
}

int shutdown(int file, int how) {
    return __tp_done();
}

int setsockopt(int file, int level, int name, const void *value, unsigned length) {
    return __tp_done();
}

int fsync(int file) {
    return __tp_done();
}

int ftruncate(int file, off_t length) {
    return __tp_done();
}

int unlink(const char *name) {
    return __tp_done();
}

int access(const char *name, int mode) {
    return __tp_done();
}

//: approximated: -1 and any error, or any offset
off_t lseek(int file, off_t offset, int origin) {
    off_t result = __VERIFIER_nondet_long();
    __tp_assume(result >= 0);
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : result;
}

struct __tp_polled {
    int file;
    short events, found;
};

//: approximated: -1 and any error, or the number of entries in which something was found: of what was asked for, or an error
int poll(void *entries, unsigned long count, int timeout) {
    struct __tp_polled *entry = entries;
    if (__tp_interrupted(0)) {
        errno = EINTR;
        return -1;
    }
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    int result = 0;
    for (unsigned long i = 0; i < count; i++) {
        short found = 0;
        if (entry[i].file >= 0 && __VERIFIER_nondet_bool())
            found = (short)(__VERIFIER_nondet_uchar() & (entry[i].events | 8 | 16 | 32)); /* POLLERR, POLLHUP, POLLNVAL */
        entry[i].found = found;
        result += found != 0;
    }
    __tp_assume(result > 0 || timeout >= 0); /* without a limit it waits */
    return result;
}

#define BITS (8 * (int)sizeof(unsigned long))

/* Some of the first `count` descriptors of a set stay in it; the result is how many. */
static int __tp_select_from(unsigned long *set, int count) {
    int result = 0;
    for (int i = 0; set && i * BITS < count; i++) {
        unsigned long valid = count - i * BITS >= BITS ? ~0ul : (1ul << (count - i * BITS)) - 1, found = set[i] & valid;
        if (found)
            found &= __VERIFIER_nondet_ulong();
        set[i] = found;
        for (; found; found &= found - 1)
            result++;
    }
    return result;
}

static int __tp_select(int count, void *reading, void *writing, void *failing, _Bool limited) {
    if (__tp_interrupted(0)) {
        errno = EINTR;
        return -1;
    }
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    int result = __tp_select_from(reading, count);
    result += __tp_select_from(writing, count);
    result += __tp_select_from(failing, count);
    __tp_assume(result > 0 || limited); /* without a limit it waits */
    return result;
}

//: approximated: -1 and any error, or the number of descriptors that stay in the sets: any that were there; the time that is left is any
int select(int count, void *reading, void *writing, void *failing, void *timeout) {
    int result = __tp_select(count, reading, writing, failing, timeout != 0);
    if (timeout) {
        long *left = timeout, seconds = __VERIFIER_nondet_long(), parts = __VERIFIER_nondet_long();
        __tp_assume(seconds >= 0 && parts >= 0 && parts < 1000000);
        left[0] = seconds;
        left[1] = parts;
    }
    return result;
}

//: approximated: as select and poll; with a mask of signals not explored
int pselect(int count, void *reading, void *writing, void *failing, const void *timeout, const void *mask) {
    if (mask)
        __tp_cut("pselect with a mask of signals is not modelled");
    return __tp_select(count, reading, writing, failing, timeout != 0);
}

int ppoll(void *entries, unsigned long count, const void *timeout, const void *mask) {
    if (mask)
        __tp_cut("ppoll with a mask of signals is not modelled");
    return poll(entries, count, timeout ? 0 : -1);
}
