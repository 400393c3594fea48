// property: no-data-race
// verdict: FALSE
// Two threads let their new threads' handles be stored in the same place.
#include <pthread.h>
static pthread_t shared;
static void *leaf(void *arg) { return 0; }
static void *thread(void *arg) {
    pthread_create(&shared, 0, leaf, 0);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_create(&shared, 0, leaf, 0);
    pthread_join(t, 0);
    return 0;
}
