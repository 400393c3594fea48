// valid-memsafety: FALSE
// The thread may still run when the frame whose variable it writes has gone.
#include <pthread.h>
static void *work(void *arg) {
    *(int *)arg = 1;
    return 0;
}
static void start(void) {
    int x = 0;
    pthread_t t;
    pthread_create(&t, 0, work, &x);
}
int main(void) {
    start();
    pthread_exit(0);
}
