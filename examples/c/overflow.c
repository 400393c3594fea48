// verdict: FALSE(no-overflow)
// A running total leaves the range of int, but only when the deposit is booked before the withdrawal.
#include <limits.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int balance = INT_MAX - 10;

void *deposit(void *arg) {
    pthread_mutex_lock(&mutex);
    balance += 20;
    pthread_mutex_unlock(&mutex);
    return arg;
}

void *withdraw(void *arg) {
    pthread_mutex_lock(&mutex);
    balance -= 20;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, deposit, 0);
    pthread_create(&b, 0, withdraw, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
