// property: valid-memsafety
// verdict: FALSE
// A semaphore is destroyed that was freed.
#include <semaphore.h>
#include <stdlib.h>

int main(void) {
    sem_t *done = malloc(sizeof *done);
    sem_init(done, 0, 1);
    free(done);
    sem_destroy(done);
    return 0;
}
