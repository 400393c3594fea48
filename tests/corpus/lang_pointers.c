// property: unreach-call
// verdict: TRUE
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct node { int value; struct node *next; };
struct item { char c; struct node link; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

static void set(int **where, int *what) { *where = what; }

int main(void) {
    int a[4] = { 1, 2, 3, 4 }, x = 9;
    int *p = a, *q = &a[3];
    assert(q - p == 3 && p < q && *(p + 2) == 3 && p[1] == 2 && q[-1] == 3);
    assert(*p++ == 1 && *p == 2 && *++p == 3 && (*p)++ == 3 && a[2] == 4);
    p += 1;
    assert(p == q && p - 3 == a);
    set(&p, &x);
    *p = 5;
    assert(x == 5);
    int *nothing = 0;
    assert(!nothing && nothing != p && nothing == NULL);
    struct node n2 = { 2, 0 }, n1 = { 1, &n2 };
    int total = 0;
    for (struct node *n = &n1; n; n = n->next) total += n->value;
    assert(total == 3 && n1.next->next == 0);
    struct item item = { 'z', { 4, 0 } };
    struct node *inner = &item.link;
    assert(container_of(inner, struct item, link)->c == 'z');
    unsigned char *raw = (unsigned char *)&x;
    assert(raw[0] == 5 && raw[1] == 0);
    uintptr_t number = (uintptr_t)&x;
    assert(*(int *)number == 5 && (int *)(number + 4) == &x + 1);
    void *v = a;
    assert(((int *)v)[3] == 4);
    const char *s = "hello";
    assert(s[1] == 'e' && *(s + 5) == 0 && "abc"[1] == 'b');
    return 0;
}
