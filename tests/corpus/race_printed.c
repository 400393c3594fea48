// property: no-data-race
// verdict: FALSE
// A name is printed while another thread changes it.
#include <pthread.h>
#include <stdio.h>
static char name[8] = "abc";
static void *rename_(void *p) {
    name[1] = 'x';
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, rename_, 0);
    printf("%d: %-4s%%\n", 1, name);
    pthread_join(t, 0);
    return 0;
}
