// property: unreach-call
// verdict: FALSE
// As atomic_pointer_moves; both threads move the pointer, so it may not be where one of them has left it.
#include <assert.h>
#include <pthread.h>
static int numbers[5] = {1, 2, 3, 4, 5};
static _Atomic(int *) place = numbers;
static struct {
    _Atomic(int *) ends[2];
} range = {{numbers, numbers + 5}}, *const ranges = &range;

static int one(void) {
    return 1;
}

static void *move(void *argument) {
    place += 2;
    return argument;
}

int main(void) {
    pthread_t thread;
    _Atomic(int *) *pointer = &place;
    pthread_create(&thread, 0, move, 0);
    *pointer += one();
    assert(*place == 2 || *place == 3);
    pthread_join(thread, 0);

    ranges->ends[one()] -= 3u;
    assert(*range.ends[1] == 3 && *(place -= 2) == 2 && *range.ends[0] == 1);
    for (place = numbers; place < range.ends[1]; (*pointer) += 2)
        ;
    assert(place == numbers + 2);
    return 0;
}
