// no-deadlock: FALSE
#include <pthread.h>
static pthread_mutex_t m[2];
static void *other(void *arg) {
    pthread_mutex_lock(&m[1]);
    pthread_mutex_lock(&m[0]);
    pthread_mutex_unlock(&m[0]);
    pthread_mutex_unlock(&m[1]);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&m[0]);
    pthread_mutex_lock(&m[1]);
    pthread_mutex_unlock(&m[1]);
    pthread_mutex_unlock(&m[0]);
    pthread_join(t, 0);
    return 0;
}
