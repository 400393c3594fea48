// A ring buffer of two slots with one producer and one consumer.
#include "weak.h"
int slots[2], head, tail;

void *a(void *p) {
    for (int i = 1; i <= 3; i++) {
        while (tail - head == 2)
            ;
        slots[tail % 2] = i;
        tail = tail + 1;
    }
    return 0;
}

void *b(void *p) {
    for (int i = 1; i <= 3; i++) {
        while (head == tail)
            ;
        int found = slots[head % 2];
        assert(found == i);
        head = head + 1;
    }
    return 0;
}

int main(void) {
    run();
    return 0;
}
