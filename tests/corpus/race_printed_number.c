// property: no-data-race
// verdict: FALSE
// A number is printed while another thread changes it.
#include <pthread.h>
#include <stdio.h>
static int count;
static void *add(void *p) {
    count++;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    printf("%d\n", count);
    pthread_join(t, 0);
    return 0;
}
