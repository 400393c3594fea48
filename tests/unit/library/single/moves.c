/* Blocks whose elements have a type: padding, unions, overlap, sizes that are known only at run time. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char tag;
    struct node *next;
    union {
        short small;
        double real;
    } value;
    unsigned bits : 3, more : 7;
};

static void grow(int **numbers, size_t count) {
    *numbers = realloc(*numbers, count * sizeof **numbers);
}

int main(void) {
    struct node a, b, list[3], other[3];
    memset(&a, 0, sizeof a);
    a.tag = 'a', a.next = &a, a.value.small = 7, a.bits = 5, a.more = 100;
    memcpy(&b, &a, sizeof b);
    assert(b.tag == 'a' && b.next == &a && b.value.small == 7 && b.bits == 5 && b.more == 100 && memcmp(&a, &b, sizeof a) == 0);
    memset(list, 0, sizeof list);
    assert(list[2].next == 0 && list[1].value.real == 0 && list[0].more == 0 && ((char *)list)[1] == 0);
    list[1] = a;
    volatile size_t count = 3;
    memcpy(other, list, count * sizeof(struct node));
    assert(other[1].next == &a && other[2].next == 0);
    memmove(other, other + 1, 2 * sizeof other[0]);
    assert(other[0].next == &a && other[1].next == 0);

    int numbers[6] = {0, 1, 2, 3, 4, 5};
    memmove(numbers + 2, numbers, (count + 1) * sizeof(int));
    assert(numbers[1] == 1 && numbers[2] == 0 && numbers[5] == 3);
    memmove(numbers, numbers + 2, 4 * sizeof(int));
    assert(numbers[0] == 0 && numbers[1] == 1 && numbers[3] == 3 && numbers[4] == 2);
    short shorts[4];
    memset(shorts, 0x12, count * sizeof(short));
    assert(shorts[2] == 0x1212);
    memset(shorts, -1, sizeof shorts);
    assert(shorts[3] == -1);

    int *heap = 0;
    grow(&heap, 1);
    heap[0] = 8;
    grow(&heap, 4);
    heap[3] = 9;
    grow(&heap, 2);
    assert(heap[0] == 8);
    free(heap);
    struct node **pointers = malloc(2 * sizeof *pointers);
    pointers[0] = &a;
    pointers = realloc(pointers, 3 * sizeof *pointers);
    assert(pointers[0]->tag == 'a');
    free(pointers);
    return 0;
}
