// verdict: FALSE(unreach-call), FALSE(no-data-race)
// Two threads increment a shared counter without a lock, and one increment is lost.
#include <assert.h>
#include <pthread.h>
int counter;
void *add(void *p) { counter++; return p; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    counter++;
    pthread_join(thread, 0);
    assert(counter == 2);
}
