// property: unreach-call
// verdict: FALSE
// verdict explicit: UNKNOWN(inputs)
// A register is declared without a value in each of two calls, and not read before an input is stored in it.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int shared;
int ask(int on) {
    int x;
    if (on) x = __VERIFIER_nondet_int();
    else return 7;
    return x;
}
void *thread(void *arg) {
    int first = ask(0);
    int second = ask(1);
    if (second == 1234567) shared = first;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    assert(shared != 7);
    return 0;
}
