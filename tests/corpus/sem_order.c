// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// Ping-pong: each waits for the other's post.
#include <assert.h>
#include <semaphore.h>
#include <pthread.h>

sem_t ping, pong;
int ball;

static void *player(void *arg) {
    for (int i = 0; i < 2; i++) {
        sem_wait(&ping);
        assert(ball == 2 * i + 1);
        ball++;
        sem_post(&pong);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_create(&t, 0, player, 0);
    for (int i = 0; i < 2; i++) {
        ball++;
        sem_post(&ping);
        sem_wait(&pong);
        assert(ball == 2 * i + 2);
    }
    pthread_join(t, 0);
    return 0;
}
