// property: no-data-race
// verdict: FALSE
// The lock that is held is not the one of the node that is changed: p has moved on.
#include <pthread.h>

struct node {
    struct node *next;
    int value;
    pthread_mutex_t lock;
} one, two;

static void *work(void *arg) {
    struct node *p = arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_t *held = &p->lock;
        pthread_mutex_lock(held);
        p = p->next;
        p->value++;
        pthread_mutex_unlock(held);
    }
    return 0;
}

int main(void) {
    pthread_t s, t;
    one.next = &two;
    two.next = &two;
    pthread_mutex_init(&one.lock, 0);
    pthread_mutex_init(&two.lock, 0);
    pthread_create(&s, 0, work, &one);
    pthread_create(&t, 0, work, &one);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
