// options: --data-model ILP32
// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// What programs do with addresses: members and their objects, unions, integers, differences, marks in low bits, one behind the end.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct link { struct link *next; };
struct item { long key; struct link link; char name[8]; };
#define item_of(l) ((struct item *)((char *)(l) - offsetof(struct item, link)))
union word { uintptr_t number; int *pointer; };
typedef int row[3];

int main(void) {
    struct item *x = malloc(sizeof *x);
    struct link *l = &x->link;
    item_of(l)->key = 5;
    assert(x->key == 5 && (char *)l - (char *)x == offsetof(struct item, link));
    union word u = { .pointer = (int *)malloc(4 * sizeof(int)) };
    u.number += 2 * sizeof(int);
    u.number |= 1;
    *(int *)(u.number & ~(uintptr_t)1) = 7;
    int *end = u.pointer = (int *)(u.number - 1) + 2;
    assert(end[-2] == 7 && *(end - 2) == 7 && (size_t)(end - &end[-4]) == 4);
    row *m = malloc(2 * sizeof(row));
    for (size_t i = 0; i < 2; i++)
        for (short j = 2; j >= 0; j--) m[i][j] = i + j;
    int *last = &m[1][3] - 1;
    assert(*last == 3 && *(&m[0][0] + 5) == 3 && 1[m][0] == 1);
    char *s = strcpy(x->name, "abc"), *t = s + strlen(s);
    while (t-- > s) assert(*t >= 'a');
    return 0;
}
