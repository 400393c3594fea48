// property: no-data-race
// verdict: TRUE
// verdict explicit: UNKNOWN(timeout)
// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(timeout)
// Loops of many rounds, and one without end, whose counter is protected: only an argument for each thread by itself gets to the end.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int c, beats;

static void *count(void *arg) {
    for (int i = 0; i < 10000000; i++) {
        pthread_mutex_lock(&m);
        c++;
        if (c > 100) c = 0;
        assert(0 <= c && c <= 100);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

static void *beat(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        beats = !beats;
        pthread_mutex_unlock(&m);
    }
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, count, 0);
    pthread_create(&t[1], 0, count, 0);
    pthread_create(&t[2], 0, beat, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(0 <= c && c <= 100);
    return 0;
}
