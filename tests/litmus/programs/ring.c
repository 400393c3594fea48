// A ring buffer with one producer and one consumer.
#include "pair.h"
int slots[2], head, tail;

void *a(void *p) {
    for (int i = 1; i <= 2; i++) {
        while (tail - head == 2)
            ;
        slots[tail % 2] = i;
        STORE;
        tail = tail + 1;
    }
    return 0;
}

void *b(void *p) {
    for (int i = 1; i <= 2; i++) {
        while (head == tail)
            ;
        int found = slots[head % 2];
        assert(found == i);
        head = head + 1;
    }
    return 0;
}
