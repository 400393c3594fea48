// property: no-data-race
// verdict: UNKNOWN(enter may do anything)
// Two threads hand the same object to a function of another file: whether and how it writes there is not known.
#include <pthread.h>

struct queue {
    int length;
};
void enter(struct queue *);

struct queue queue;

void *work(void *unused) {
    enter(&queue);
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    enter(&queue);
    pthread_join(other, 0);
    return queue.length;
}
