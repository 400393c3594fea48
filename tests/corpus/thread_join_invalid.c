// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// Joining what is no thread.
#include <pthread.h>

int main(void) {
    pthread_t t = (pthread_t)77;
    pthread_join(t, 0);
    return 0;
}
