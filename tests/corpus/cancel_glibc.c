// property: unreach-call
// verdict: TRUE
// Clean-up handlers as glibc's macros expand them: the end of the thread jumps to them, one after the other.
#include <assert.h>
#include <pthread.h>
struct buffer {
    struct {
        long registers[8];
        int mask;
    } place[1];
    void *more[4];
};
extern int __sigsetjmp_cancel(void *place, int mask);
extern void __pthread_register_cancel(struct buffer *), __pthread_unregister_cancel(struct buffer *);
extern void __pthread_unwind_next(struct buffer *);
#define PUSH(routine, argument)                                                                                        \
    do {                                                                                                               \
        struct buffer buffer;                                                                                          \
        void (*handler)(void *) = (routine);                                                                           \
        void *given = (argument);                                                                                      \
        int again = __sigsetjmp_cancel(buffer.place, 0);                                                               \
        if (again) {                                                                                                   \
            handler(given);                                                                                            \
            __pthread_unwind_next(&buffer);                                                                            \
        }                                                                                                              \
        __pthread_register_cancel(&buffer);                                                                            \
        do {
#define POP(execute)                                                                                                   \
    }                                                                                                                  \
    while (0)                                                                                                          \
        ;                                                                                                              \
    __pthread_unregister_cancel(&buffer);                                                                              \
    if (execute)                                                                                                       \
        handler(given);                                                                                                \
    }                                                                                                                  \
    while (0)
static int order;

static void add(void *digit) {
    order = 10 * order + *(int *)digit;
}

static void end(void) {
    pthread_exit(&order);
}

static void *run(void *argument) {
    static int one = 1, two = 2, three = 3;
    PUSH(add, &one);
    PUSH(add, &three);
    POP(1);
    PUSH(add, &two);
    end();
    POP(0);
    POP(0);
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, &result);
    assert(result == &order && order == 321);
    return 0;
}
