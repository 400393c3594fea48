// A library without main: a stack behind a lock. `stack_peek` forgets the lock.
//     threadproof harness examples/library/stack.c --calls stack_push,stack_peek
#include <pthread.h>

#define ROOM 2

struct stack {
    pthread_mutex_t lock;
    int size;
    int cells[ROOM];
};

void stack_init(struct stack *stack) {
    pthread_mutex_init(&stack->lock, 0);
    stack->size = 0;
}

_Bool stack_push(struct stack *stack, int value) {
    pthread_mutex_lock(&stack->lock);
    _Bool room = stack->size < ROOM;
    if (room)
        stack->cells[stack->size++] = value;
    pthread_mutex_unlock(&stack->lock);
    return room;
}

_Bool stack_pop(struct stack *stack, int *value) {
    pthread_mutex_lock(&stack->lock);
    _Bool some = stack->size > 0;
    if (some)
        *value = stack->cells[--stack->size];
    pthread_mutex_unlock(&stack->lock);
    return some;
}

_Bool stack_peek(const struct stack *stack, int *value) {
    if (stack->size == 0)
        return 0;
    *value = stack->cells[stack->size - 1];
    return 1;
}
