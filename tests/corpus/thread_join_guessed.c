// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// A thread is joined by a guess of its handle, maybe before it is created.
#include <pthread.h>
void *nothing(void *a) { return 0; }
void *guess(void *a) { pthread_join((pthread_t)3, 0); return 0; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, guess, 0);
    pthread_create(&u, 0, nothing, 0);
    pthread_join(t, 0);
    return 0;
}
