// Brace elision, designators, ranges, strings, zero fill, static and automatic.
#include <assert.h>
struct pair { int a, b; };
struct all { int x; struct pair p[2]; const char *s; union { char c; int i; }; };
static int target = 3;
int *pointer = &target, *end = &(int[]){ 1, 2, 8 }[2];
struct all g = { .p[1].b = 4, .s = "txt", .x = 1, .c = 'q' };
struct pair *inside = &g.p[1];
static int order[4] = { [2] = 5, 6, [0] = 1 };
int matrix[2][3] = { { 1, 2, 3 }, [1][1] = 5 }, flat[2][2] = { 1, 2, 3 };
char text[8] = "hi", exact[2] = "no", lines[][4] = { "ab", "cde", [3] = { 'x' } };
extern struct list { int v; struct list *next; } one;
struct list two = { 2, &one }, one = { 1, &two };
__UINTPTR_TYPE__ number = (__UINTPTR_TYPE__)&target;
static int twice(int x) { return 2 * x; }
static const struct { const char *name; int (*f)(int); } other[] = { { "t", twice }, { .f = twice, .name = "u" } };
int nothing;
int main(void) {
    assert(*pointer == 3 && *end == 8 && inside->b == 4 && g.p[0].a == 0 && g.s[2] == 't' && g.c == 'q');
    assert(order[0] == 1 && order[1] == 0 && order[2] == 5 && order[3] == 6);
    assert(matrix[1][1] == 5 && matrix[0][2] == 3 && matrix[1][0] == 0 && flat[1][0] == 3 && flat[1][1] == 0);
    assert(text[1] == 'i' && text[7] == 0 && exact[1] == 'o' && sizeof lines == 16 && lines[1][2] == 'e' && lines[3][0] == 'x');
    assert(two.next->v == 1 && one.next == &two && *(int *)number == 3 && other[1].f(4) == 8 && other[1].name[0] == 'u');
    for (int round = 0; round < 2; round++) {
        struct all l = { 1, 2, 3, .p[1] = { 4 }, "s" };
        assert(l.p[0].a == 2 && l.p[0].b == 3 && l.p[1].a == 4 && l.p[1].b == 0 && l.s[0] == 's' && l.i == 0);
        l.p[1].b = 9;
        int range[6] = { [1 ... 3] = 7, 8 }, late[3] = { [1] = target }, many[100] = { 5 };
        assert(range[0] == 0 && range[3] == 7 && range[4] == 8 && range[5] == 0 && late[1] == 3 && late[2] == 0);
        assert(many[0] == 5 && many[99] == 0);
        many[99] = 1;
        struct pair nested[] = { { 1 }, { .b = 7 }, 8, 9 }, again = { .a = 5, .a = 6 }, copy[2] = { again, nested[1] };
        assert(sizeof nested / sizeof *nested == 3 && nested[0].b == 0 && nested[2].b == 9 && again.a == 6);
        assert(copy[0].a == 6 && copy[1].b == 7);
        char word[] = "ab" "cd", big[300] = "x";
        assert(sizeof word == 5 && word[3] == 'd' && big[0] == 'x' && big[299] == 0);
        int braces = { 5 }, *vector = (int[]){ 1, target, 3 };
        assert(braces == 5 && vector[1] == 3);
        struct pair *p = &(struct pair){ .b = 2 };
        p->a++;
        assert(p->a == 1 && p->b == 2);
        static int kept = 4;
        kept++;
        assert(kept == 5 + round);
    }
    assert("a\0b"[2] == 'b' && sizeof "a\0b" == 4 && L"wide"[1] == 'i' && "\x7f"[0] == 127 && "\\\"\n"[1] == '"');
    return nothing;
}
