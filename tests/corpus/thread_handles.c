// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Handles in an array, in a struct, on the heap, copied around; results come through join.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct team { pthread_t leader; pthread_t *rest; };

static void *square(void *arg) {
    long n = (long)arg;
    return (void *)(n * n);
}

static void *leave(void *arg) {
    pthread_exit((char *)arg + 1);
}

int main(void) {
    struct team team;
    pthread_t array[2], copy;
    void *result;
    team.rest = malloc(sizeof(pthread_t));
    pthread_create(&team.leader, NULL, square, (void *)3);
    pthread_create(&team.rest[0], NULL, leave, (void *)4);
    pthread_create(&array[1], NULL, square, (void *)5);
    copy = array[1];
    pthread_join(copy, &result);
    assert((long)result == 25);
    pthread_join(*team.rest, &result);
    assert((long)result == 5);
    pthread_join(team.leader, &result);
    assert((long)result == 9);
    free(team.rest);
    assert(pthread_equal(pthread_self(), pthread_self()) && !pthread_equal(team.leader, copy));
    return 0;
}
