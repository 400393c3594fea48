// property: unreach-call
// verdict: TRUE
#include <assert.h>

struct pair { int a, b; };
struct all { int x; struct pair p[2]; const char *s; };
int target = 3;
int *global_pointer = &target;
struct all g = { .p[1].b = 4, .s = "txt", .x = 1 };
struct pair *inside = &g.p[1];
int *outer = &(int){ 8 };
static int order[4] = { [2] = 5, 6, [0] = 1 };

static int sum(const int *v, int n) {
    int total = 0;
    while (n--) total += v[n];
    return total;
}

int main(void) {
    assert(*global_pointer == 3 && inside->b == 4 && g.p[0].a == 0 && g.s[2] == 't' && *outer == 8);
    assert(order[0] == 1 && order[1] == 0 && order[2] == 5 && order[3] == 6);
    assert(sum((int[]){ 1, 2, 3 }, 3) == 6);
    struct pair *p = &(struct pair){ .b = 2 };
    p->a++;
    assert(p->a == 1 && p->b == 2);
    int late[3] = { [1] = target };
    assert(late[0] == 0 && late[1] == 3);
    struct pair nested[] = { { 1 }, { .b = 7 }, 8, 9 };
    assert(sizeof nested / sizeof *nested == 3 && nested[0].b == 0 && nested[1].b == 7 && nested[2].b == 9);
    char text[] = "ab" "cd";
    assert(sizeof text == 5 && text[3] == 'd');
    struct pair twice = { 1, 2 }, again = { .a = 5, .a = 6 };
    assert(twice.b == 2 && again.a == 6);
    return 0;
}
