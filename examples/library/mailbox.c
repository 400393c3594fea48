// A library without main: a box for one letter, behind a lock. There is no data race and no deadlock, and yet two threads can
// both put a letter into it: `mailbox_put` looks and writes in two critical sections.
//     threadproof verify examples/library/mailbox.c --harness --linearizable --each 1 --below 2
#include <pthread.h>

struct mailbox {
    pthread_mutex_t lock;
    _Bool full;
    int letter;
};

void mailbox_init(struct mailbox *box) {
    pthread_mutex_init(&box->lock, 0);
    box->full = 0;
}

static _Bool is_full(struct mailbox *box) {
    pthread_mutex_lock(&box->lock);
    _Bool full = box->full;
    pthread_mutex_unlock(&box->lock);
    return full;
}

_Bool mailbox_put(struct mailbox *box, int letter) {
    if (is_full(box))
        return 0;
    pthread_mutex_lock(&box->lock);
    box->letter = letter;
    box->full = 1;
    pthread_mutex_unlock(&box->lock);
    return 1;
}

_Bool mailbox_get(struct mailbox *box, int *letter) {
    pthread_mutex_lock(&box->lock);
    _Bool full = box->full;
    if (full)
        *letter = box->letter;
    box->full = 0;
    pthread_mutex_unlock(&box->lock);
    return full;
}
