// property: no-data-race
// verdict: FALSE
// A block is written to a file while another thread changes its last byte.
#include <pthread.h>
#include <stdio.h>
static char block[4];
static void *change(void *p) {
    block[3] = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, change, 0);
    fwrite(block, 2, 2, stdout);
    pthread_join(t, 0);
    return 0;
}
