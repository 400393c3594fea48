// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Variables whose block calls a function when it is left: at its end, by break, continue and return, the last one first.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int count, trace;

static void unlock(pthread_mutex_t **held) {
    pthread_mutex_unlock(*held);
}

static void note(int *digit) {
    trace = 10 * trace + *digit;
}

#define CALL(f) __attribute__((cleanup(f)))
#define GUARD(m) CALL(unlock) pthread_mutex_t *guard = (pthread_mutex_lock(m), (m))

static int add(int n) {
    GUARD(&mutex);
    if (n == 0)
        return count;
    count += n;
    return count;
}

static int order(int stop) {
    CALL(note) int first = 1;
    for (int i = 2; i < 5; i++) {
        CALL(note) int inner = i;
        if (i == 2)
            continue;
        if (i == stop)
            return trace;
        {
            CALL(note) int last = 9;
            break;
        }
    }
    first = 8;
    return trace;
}

static void *thread(void *arg) {
    add(1);
    return 0;
}

int main(void) {
    assert(order(0) == 293 && trace == 2938);
    trace = 0;
    assert(order(3) == 2 && trace == 231);
    trace = 0;
    int value = ({ CALL(note) int inside = 7; inside + 1; });
    assert(value == 8 && trace == 7);
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    add(2);
    pthread_join(other, 0);
    assert(add(0) == 3);
    return 0;
}
