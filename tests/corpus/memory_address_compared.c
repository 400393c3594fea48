// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// Addresses are compared as long as their objects live, and with what is none afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
} *list, end;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int take(struct node *wanted) {
    int found = 0;
    pthread_mutex_lock(&mutex);
    for (struct node **at = &list; *at != &end && !found; at = &(*at)->next)
        if (*at == wanted) {
            *at = wanted->next;
            found = 1;
            break;
        }
    pthread_mutex_unlock(&mutex);
    return found;
}

static void *thread(void *node) {
    if (take(node))
        free(node);
    return 0;
}

int main(void) {
    struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    assert(first != second);
    second->next = &end;
    first->next = second;
    list = first;
    pthread_t other;
    pthread_create(&other, 0, thread, second);
    thread(first);
    pthread_join(other, 0);
    assert(list == &end && first != NULL);
    return 0;
}
