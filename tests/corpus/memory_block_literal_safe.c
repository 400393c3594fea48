// property: valid-memsafety
// verdict: TRUE
// Compound literals that are used in their block, handed to functions, or copied.
struct point { int x, y; };
static int sum(const struct point *p, const int *more) { return p->x + p->y + *more; }
int main(void) {
    int total = 0;
    struct point last = { 0, 0 };
    for (int i = 0; i < 2; i++) {
        const int *more = (int[]){ 1, i };
        total += sum(&(struct point){ i, 2 }, more + i);
        last = (struct point){ total, i };
    }
    return last.x == 0;
}
