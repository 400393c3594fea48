// property: no-data-race
// verdict: TRUE
// A node is locked, changed, and unlocked before the next one.
#include <pthread.h>

struct node {
    struct node *next;
    int value;
    pthread_mutex_t lock;
} one, two;

static void *work(void *arg) {
    struct node *p = arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&p->lock);
        p->value++;
        pthread_mutex_unlock(&p->lock);
        p = p->next;
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
