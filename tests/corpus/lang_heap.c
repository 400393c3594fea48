// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct list { int value; struct list *next; };
struct buffer { unsigned n; char data[]; };

int main(void) {
    struct list *head = 0;
    for (int i = 0; i < 3; i++) {
        struct list *cell = malloc(sizeof *cell);
        cell->value = i;
        cell->next = head;
        head = cell;
    }
    int sum = 0;
    while (head) {
        struct list *next = head->next;
        sum = sum * 10 + head->value;
        free(head);
        head = next;
    }
    assert(sum == 210);
    int *zero = calloc(3, sizeof *zero);
    assert(zero[2] == 0);
    zero[1] = 5;
    zero = realloc(zero, 8 * sizeof *zero);
    assert(zero[1] == 5);
    zero[7] = 1;
    free(zero);
    free(NULL);
    struct buffer *b = malloc(sizeof *b + 4);
    strcpy(b->data, "abc");
    assert(b->data[2] == 'c');
    free(b);
    int *p = malloc(4), *q = malloc(4);
    assert(p != q && p && q);
    free(p);
    free(q);
    char *stack = __builtin_alloca(3);
    stack[2] = 4;
    assert(stack[2] == 4);
    return 0;
}
