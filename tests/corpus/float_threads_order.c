// property: unreach-call
// verdict: FALSE
// The sum of three floats depends on the order in which threads add them: the small one is lost beside the large one.
#include <assert.h>
#include <pthread.h>
static float total = 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *p) {
    pthread_mutex_lock(&mutex);
    total += *(float *)p;
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    float large = 16777216, negative = -16777216;
    pthread_t a, b;
    pthread_create(&a, 0, add, &large);
    pthread_create(&b, 0, add, &negative);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(total == 1);
    return 0;
}
