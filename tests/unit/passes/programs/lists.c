// unreach-call: TRUE
// valid-memsafety: TRUE
// A linked list from one allocation in a loop, container_of, and a pointer that went through an integer.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
struct link { struct link *next; };
struct item { int value; struct link link; };
static struct link head;
static void push(int value) {
    struct item *item = malloc(sizeof *item);
    item->value = value;
    item->link.next = head.next;
    head.next = &item->link;
}
int main(void) {
    for (int i = 1; i <= 3; i++)
        push(i);
    int total = 0;
    while (head.next) {
        struct item *item = (struct item *)((char *)head.next - offsetof(struct item, link));
        head.next = item->link.next;
        total = total * 10 + item->value;
        uintptr_t number = (uintptr_t)item;
        free((void *)number);
    }
    if (total != 321)
        reach_error();
    return 0;
}
