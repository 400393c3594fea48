// unreach-call: TRUE
// valid-memsafety: TRUE
// Every way to access parts of objects: members, unions, parts of words, floats, pointers to members, nested arrays.
#include <string.h>
extern void reach_error(void);
struct inner { char tag; short half; int whole; };
struct outer { struct inner one, many[2]; double real; void *address; } o;
union word { unsigned u; unsigned char b[4]; float f; } w;
int matrix[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
_Bool flags[3] = { 1, 0, 1 };
const char *names[] = { "ab", "c" };
static int sum(int rows) {
    int total = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 3; j++)
            total += matrix[i][j];
    return total;
}
int main(void) {
    o.one.tag = -2;
    o.one.half = 300;
    o.many[1].whole = 7;
    o.real = 0.5;
    o.address = &o.many[1];
    struct inner *p = o.address;
    p->tag = 3;
    struct outer copy = o;
    if (copy.many[1].tag != 3 || copy.one.tag != -2 || copy.one.half != 300 || copy.many[1].whole != 7 || copy.real != 0.5)
        reach_error();
    w.u = 0x01020304;
    w.b[1] = 0xff;
    if (w.u != 0x0102ff04 || w.b[3] != 1)
        reach_error();
    w.f = 1.0f;
    if (w.u != 0x3f800000)
        reach_error();
    if (sum(2) != 21 || sum(1) != 6)
        reach_error();
    int flat = 0;
    for (int *q = &matrix[0][0]; q < &matrix[0][0] + 6; q++)
        flat += *q;
    if (flat != 21)
        reach_error();
    for (int i = 0; i < 3; i++)
        flags[i] = !flags[i];
    if (flags[0] || !flags[1] || flags[2])
        reach_error();
    struct inner blank;
    memset(&blank, 0, sizeof blank);
    if (blank.tag || blank.half || blank.whole || names[0][1] != 'b' || names[1][0] != 'c')
        reach_error();
    return 0;
}
