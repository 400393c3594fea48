// property: no-data-race
// verdict: FALSE
// One thread hands an object to a function of another file, which may write there, while another one reads it.
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
    int length = queue.length;
    pthread_join(other, 0);
    return length;
}
