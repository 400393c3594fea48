// verdict: TRUE(unreach-call)
// A bounded buffer with two condition variables: what goes in comes out, in order, whatever wakes up when.
#include <assert.h>
#include <pthread.h>

#define SIZE 2
#define ITEMS 3

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
int buffer[SIZE], count, head;

void put(int value) {
    pthread_mutex_lock(&mutex);
    while (count == SIZE)
        pthread_cond_wait(&not_full, &mutex);
    buffer[(head + count) % SIZE] = value;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
}

int get(void) {
    pthread_mutex_lock(&mutex);
    while (count == 0)
        pthread_cond_wait(&not_empty, &mutex);
    int value = buffer[head];
    head = (head + 1) % SIZE;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
    return value;
}

void *producer(void *arg) {
    for (int i = 1; i <= ITEMS; i++)
        put(i);
    return arg;
}

void *consumer(void *arg) {
    for (int i = 1; i <= ITEMS; i++)
        assert(get() == i);
    return arg;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
