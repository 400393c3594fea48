// property: valid-memsafety
// verdict: FALSE
// property: no-data-race
// verdict: UNKNOWN(undefined behaviour
// A thread uses the variable of an iteration that may be over: no race with the next one's, which is another object, but undefined.
#include <pthread.h>
static void *work(void *p) {
    return (void *)(long)*(int *)p;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        int argument = i;
        pthread_create(&t[i], 0, work, &argument);
    }
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
