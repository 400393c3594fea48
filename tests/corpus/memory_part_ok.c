// property: valid-memsafety
// verdict: TRUE
// Array members and rows within their bounds; addresses behind them; a row as one of many; arrays at the end of a struct.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
struct record { char name[8]; int id; };
struct message { int size; char text[1]; };
struct block { int size; int values[]; };
int m[2][4];

int main(void) {
    struct record list[2], *last = &list[1];
    for (char *p = list[0].name; p != &list[0].name[8]; p++) *p = 0;
    for (int i = 0; i < 8; i++) last->name[i] = list[0].name[7 - i];
    int *end = &m[1][4];
    for (int *p = &m[0][0]; p < end; p++) *p = 3;
    if (end != m[2] || *(m[1] + 3) != 3 || sizeof m[5] != 16) return 1;
    struct message *s = malloc(sizeof *s + 4);
    s->text[4] = 1;
    struct block *b = malloc(sizeof *b + 2 * sizeof(int));
    b->values[1] = 2;
    int *id = (int *)(list[0].name + offsetof(struct record, id));
    *id = 5;
    memset(&list[0], 0, sizeof list[0]);
    return list[0].id;
}
