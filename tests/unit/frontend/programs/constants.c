// Constant expressions in static initialisers; _Generic behind macros.
#include <assert.h>
const int n = 5;
int x = n, array[n - 2] = { [n - 3] = n }, c = sizeof(int) + (int)3.7, choice = n > 3 ? 7 : 8;
static const double three = 3.0;
double d = three * 2;
struct flexible { int n; int a[]; } f = { 2, { 1, 2, 3, 0 } };
int *back = &array[2] - 1;
long distance = &array[2] - &array[0];
char *s = "abc" + 1, rows[2][3] = { "ab", "cd" };
_Bool yes = &x != 0;
unsigned most = -1;
enum e { A = 1, B = A << 3 } en = B;
float third = 1 / 3.0f;
long long big = 1LL << 40 | 3;
void *fixed = (void *)0x1234;
struct { struct { int a, b; } in; } nest = { { .b = n } };
#define name(x) _Generic((x), int: 1, long: 2, char *: 3, default: 4)
int main(void) {
    assert(x == 5 && d == 6.0 && array[2] == 5 && f.a[2] == 3 && f.a[3] == 0 && f.n == 2 && back == &array[1] && distance == 2);
    assert(*s == 'b' && yes && c == 7 && most > 0 && en == 8 && choice == 7 && big == ((1LL << 40) | 3));
    assert(fixed == (void *)0x1234 && rows[1][1] == 'd' && nest.in.b == 5 && third == 1 / 3.0f);
    assert(name(3) == 1 && name(3L) == 2 && name(s) == 3 && name(2.0) == 4);
    return 0;
}
