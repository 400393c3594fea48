// unreach-call: TRUE
// Tables of functions, one passed as an argument, recursion through a pointer.
extern void reach_error(void);
typedef int (*operation)(int);
static int twice(int x) { int copy = x, *p = &copy; return *p * 2; }
static int next(int x) { int copy = x, *p = &copy; return *p + 1; }
static operation table[] = { twice, next, 0 };
static int apply(operation f, int x) { return f ? f(x) : x; }
static int down(int n, int (*self)(int, void *), void *arg) { return n ? self(n - 1, arg) + 1 : 0; }
static int again(int n, void *arg) { (void)arg; return n ? down(n, again, 0) : 0; }
int main(void) {
    int x = 1;
    for (int i = 0; i < 3; i++)
        x = apply(table[i], x);
    if (x != 3 || down(3, again, 0) != 3)
        reach_error();
    return 0;
}
