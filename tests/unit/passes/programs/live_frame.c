// valid-memsafety: TRUE
// unreach-call: TRUE
// Addresses go down the calls and come back up, but are not used after their objects have gone.
extern void reach_error(void);
static int depth(int n, int *total) {
    int mine = n;
    int *p = n ? total : &mine;
    *total += *p;
    if (n == 0)
        return mine;
    int below = depth(n - 1, &mine);
    return below + mine;
}
int main(void) {
    int t = 1;
    if (depth(2, &t) != 5 || t != 2)
        reach_error();
    return 0;
}
