// property: valid-memsafety
// verdict: FALSE
// The thread may read its argument when the block that it belongs to was left.
#include <pthread.h>
static int sum;
static void *add(void *p) {
    sum += *(int *)p;
    return 0;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 1; i++) {
        int argument = i + 1;
        pthread_create(&t, 0, add, &argument);
    }
    pthread_join(t, 0);
    return 0;
}
