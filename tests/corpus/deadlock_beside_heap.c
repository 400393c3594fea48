// property: no-deadlock
// verdict: FALSE
// Locks that are created while the program runs.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct account {
    int money;
    pthread_mutex_t lock;
};
struct account *mine, *yours;

static struct account *new(void) {
    struct account *account = malloc(sizeof *account);
    account->money = 0;
    pthread_mutex_init(&account->lock, 0);
    return account;
}

static void transfer(struct account *from, struct account *to) {
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->money--;
    to->money++;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *one(void *arg) {
    transfer(mine, yours);
    return 0;
}

static void *other(void *arg) {
    transfer(yours, mine);
    return 0;
}

int main(void) {
    pthread_t t0, t1;
    mine = new();
    yours = new();
    pthread_create(&t0, 0, one, 0);
    pthread_create(&t1, 0, other, 0);
    while (1)
        sleep(1);
}
