// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_key_t key, other;

static void *thread(void *arg) {
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, arg);
    pthread_setspecific(other, 0);
    assert(pthread_getspecific(key) == arg);
    return 0;
}

int main(void) {
    pthread_t a, b;
    int x, y;
    pthread_key_create(&key, 0);
    pthread_key_create(&other, 0);
    pthread_setspecific(key, &key);
    pthread_create(&a, 0, thread, &x);
    pthread_create(&b, 0, thread, &y);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(pthread_getspecific(key) == &key && pthread_getspecific(other) == 0);
    return 0;
}
