// property: unreach-call
// verdict: FALSE
// The failure does not depend on what the unknown functions do.
#include <assert.h>
#include <pthread.h>
int counter;
void log_it(const char *);

void *increment(void *unused) {
    log_it("begin");
    counter++;
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, increment, 0);
    pthread_create(&second, 0, increment, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2);
    return 0;
}
