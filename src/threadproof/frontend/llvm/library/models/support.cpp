/* What libc++'s headers declare and its compiled part defines: threads, locks, guards, allocation, the ways in which a program ends.

   Locks and threads are those of POSIX, whose models are the C library's. A failed call is an exception of type std::system_error;
   one that nothing catches is an error of the program. */
#include "intrinsics.hpp"
#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <thread>

/* -- allocation never fails ---------------------------------------------------------------------------------------------- */

void *operator new(std::size_t size) { return __tp_alloc(size); }
void *operator new[](std::size_t size) { return __tp_alloc(size); }
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return __tp_alloc(size); }
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept { return __tp_alloc(size); }
void operator delete(void *block) noexcept { __tp_free(block); }
void operator delete[](void *block) noexcept { __tp_free(block); }
void operator delete(void *block, std::size_t) noexcept { __tp_free(block); }
void operator delete[](void *block, std::size_t) noexcept { __tp_free(block); }

static void *aligned(std::size_t size, std::align_val_t align) {
    if (static_cast<std::size_t>(align) > 16)
        __tp_cut("a block with an alignment of more than 16 bytes is allocated");
    return __tp_alloc(size);
}
void *operator new(std::size_t size, std::align_val_t align) { return aligned(size, align); }
void *operator new[](std::size_t size, std::align_val_t align) { return aligned(size, align); }
void operator delete(void *block, std::align_val_t) noexcept { __tp_free(block); }
void operator delete[](void *block, std::align_val_t) noexcept { __tp_free(block); }
void operator delete(void *block, std::size_t, std::align_val_t) noexcept { __tp_free(block); }
void operator delete[](void *block, std::size_t, std::align_val_t) noexcept { __tp_free(block); }

/* -- how a program ends -------------------------------------------------------------------------------------------------- */

namespace std {
void terminate() noexcept { __tp_error("std::terminate is called"); }
} // namespace std

extern "C" void __cxa_pure_virtual() { __tp_error("a pure virtual function is called"); }
extern "C" void __cxa_deleted_virtual() { __tp_error("a deleted virtual function is called"); }

/* Destructors of objects with static storage run where main ends, the last one that was registered first. */
extern "C" {
void *__dso_handle = nullptr;
}

namespace {
struct Registered {
    void (*destroy)(void *);
    void *object;
    Registered *before;
};
Registered *registered;
} // namespace

extern "C" int __cxa_atexit(void (*destroy)(void *), void *object, void *) {
    Registered *made = static_cast<Registered *>(__tp_alloc(sizeof(Registered)));
    made->destroy = destroy;
    made->object = object;
    __tp_atomic_begin();
    made->before = registered;
    registered = made;
    __tp_atomic_end();
    return 0;
}

extern "C" void __tp_run_destructors() {
    for (;;) {
        __tp_atomic_begin();
        Registered *last = registered;
        if (last)
            registered = last->before;
        __tp_atomic_end();
        if (!last)
            return;
        last->destroy(last->object);
        __tp_free(last);
    }
}

/* -- variables of functions that are initialised once -------------------------------------------------------------------- */

/* The first byte says that it is done, and is read by the program itself; the second one, that some thread is at it. */
extern "C" int __cxa_guard_acquire(unsigned char *guard) {
    __tp_atomic_begin();
    __tp_await(guard[1] == 0);
    __tp_sync(guard, "acquire");
    int mine = guard[0] == 0;
    if (mine)
        guard[1] = 1;
    __tp_atomic_end();
    return mine;
}

extern "C" void __cxa_guard_release(unsigned char *guard) {
    __tp_atomic_begin();
    guard[0] = 1;
    guard[1] = 0;
    __tp_sync(guard, "extend");
    __tp_atomic_end();
}

extern "C" void __cxa_guard_abort(unsigned char *guard) {
    __tp_atomic_begin();
    guard[1] = 0;
    __tp_sync(guard, "extend");
    __tp_atomic_end();
}

_LIBCPP_BEGIN_NAMESPACE_STD

void __throw_system_error(int, const char *what) {
    (void)what;
    __tp_error("std::system_error is thrown");
}
void __libcpp_verbose_abort(const char *, ...) noexcept { __tp_error("libc++ ends the program: an exception, or a failed check of its own"); }

/* -- locks --------------------------------------------------------------------------------------------------------------- */

mutex::~mutex() noexcept { pthread_mutex_destroy(&__m_); }
void mutex::lock() {
    if (int error = pthread_mutex_lock(&__m_))
        __throw_system_error(error, "mutex lock failed");
}
bool mutex::try_lock() noexcept { return pthread_mutex_trylock(&__m_) == 0; }
void mutex::unlock() noexcept { pthread_mutex_unlock(&__m_); }

recursive_mutex::recursive_mutex() {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&__m_, &kind);
}
recursive_mutex::~recursive_mutex() { pthread_mutex_destroy(&__m_); }
void recursive_mutex::lock() {
    if (int error = pthread_mutex_lock(&__m_))
        __throw_system_error(error, "recursive_mutex lock failed");
}
void recursive_mutex::unlock() noexcept { pthread_mutex_unlock(&__m_); }
bool recursive_mutex::try_lock() noexcept { return pthread_mutex_trylock(&__m_) == 0; }

condition_variable::~condition_variable() { pthread_cond_destroy(&__cv_); }
void condition_variable::notify_one() noexcept { pthread_cond_signal(&__cv_); }
void condition_variable::notify_all() noexcept { pthread_cond_broadcast(&__cv_); }
void condition_variable::wait(unique_lock<mutex> &lock) noexcept {
    if (!lock.owns_lock())
        __throw_system_error(EPERM, "condition_variable::wait: mutex not locked");
    if (int error = pthread_cond_wait(&__cv_, lock.mutex()->native_handle()))
        __throw_system_error(error, "condition_variable wait failed");
}
void condition_variable::__do_timed_wait(unique_lock<mutex> &lock, chrono::time_point<chrono::system_clock, chrono::nanoseconds>) noexcept {
    if (!lock.owns_lock())
        __throw_system_error(EPERM, "condition_variable::timed wait: mutex not locked");
    struct timespec any = {};
    pthread_cond_timedwait(&__cv_, lock.mutex()->native_handle(), &any);
}

/* 0: nothing was called yet, 1: some thread is at it, all bits: done */
void __call_once(volatile once_flag::_State_type &flag, void *argument, void (*function)(void *)) {
    __tp_atomic_begin();
    __tp_await(flag != 1);
    __tp_sync(const_cast<once_flag::_State_type *>(&flag), "acquire");
    bool mine = flag == 0;
    if (mine)
        flag = 1;
    __tp_atomic_end();
    if (!mine)
        return;
    function(argument);
    __tp_atomic_begin();
    flag = ~once_flag::_State_type(0);
    __tp_sync(const_cast<once_flag::_State_type *>(&flag), "extend");
    __tp_atomic_end();
}

/* -- counts of shared pointers: the number of owners without one, so -1 says that there is none left ------------------------- */

__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}
const void *__shared_weak_count::__get_deleter(const type_info &) const noexcept { __tp_cut("std::get_deleter is not modelled"); }
void __shared_weak_count::__release_weak() noexcept {
    if (__atomic_add_fetch(&__shared_weak_owners_, -1, __ATOMIC_ACQ_REL) == -1)
        __on_zero_shared_weak();
}
__shared_weak_count *__shared_weak_count::lock() noexcept {
    long owners = __atomic_load_n(&__shared_owners_, __ATOMIC_SEQ_CST);
    while (owners != -1)
        if (__atomic_compare_exchange_n(&__shared_owners_, &owners, owners + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return this;
    return nullptr;
}

/* -- threads ------------------------------------------------------------------------------------------------------------- */

thread::~thread() {
    if (__t_ != __libcpp_thread_t())
        __tp_error("std::terminate is called: a thread is destroyed that can be joined");
}
void thread::join() {
    int error = EINVAL;
    if (__t_ != __libcpp_thread_t()) {
        error = pthread_join(__t_, nullptr);
        if (error == 0)
            __t_ = __libcpp_thread_t();
    }
    if (error)
        __throw_system_error(error, "thread::join failed");
}
void thread::detach() {
    int error = EINVAL;
    if (__t_ != __libcpp_thread_t()) {
        error = pthread_detach(__t_);
        if (error == 0)
            __t_ = __libcpp_thread_t();
    }
    if (error)
        __throw_system_error(error, "thread::detach failed");
}
unsigned thread::hardware_concurrency() noexcept { return __VERIFIER_nondet_uint(); }

namespace this_thread {
void sleep_for(const chrono::nanoseconds &) {}
} // namespace this_thread

/* What a thread has to do at its end is only known to functions that are not modelled, so nothing is kept for it. */
class __thread_struct_imp {};
__thread_struct::__thread_struct() : __p_(nullptr) {}
__thread_struct::~__thread_struct() {}
template <> void __thread_specific_ptr<__thread_struct>::set_pointer(pointer known) { delete known; }
__thread_specific_ptr<__thread_struct> &__thread_local_data() {
    alignas(__thread_specific_ptr<__thread_struct>) static unsigned char nothing[sizeof(__thread_specific_ptr<__thread_struct>)];
    return *reinterpret_cast<__thread_specific_ptr<__thread_struct> *>(nothing);
}

_LIBCPP_END_NAMESPACE_STD
