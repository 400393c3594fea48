// verdict: TRUE(valid-memsafety)
// An atomic reference count: whoever drops the last reference frees the object, nobody uses it afterwards.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int payload;
};

void drop(struct object *object) {
    if (atomic_fetch_sub(&object->references, 1) == 1)
        free(object);
}

void *user(void *arg) {
    struct object *object = arg;
    int copy = object->payload;
    drop(object);
    return copy ? arg : 0;
}

int main(void) {
    pthread_t a, b;
    struct object *object = malloc(sizeof *object);
    atomic_init(&object->references, 3);
    object->payload = 7;
    pthread_create(&a, 0, user, object);
    pthread_create(&b, 0, user, object);
    drop(object);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
