// property: no-data-race
// verdict: FALSE
// Two threads count in a variable that was never given a value: both read the same one.
#include <pthread.h>
static void *add(void *p) {
    (*(int *)p)++;
    return p;
}
int main(void) {
    pthread_t t;
    int count;
    pthread_create(&t, 0, add, &count);
    count++;
    pthread_join(t, 0);
    return 0;
}
