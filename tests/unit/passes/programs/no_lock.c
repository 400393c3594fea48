// unreach-call: FALSE
#include <pthread.h>
extern void reach_error(void);
static int count;
static void *add(void *arg) {
    count++;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (count != 2)
        reach_error();
    return 0;
}
