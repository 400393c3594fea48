// property: valid-memsafety
// verdict: TRUE
// Arrays in values that are used within the full expression.
struct triple { int a[3]; };
static struct triple make(int x) { return (struct triple){ { x, 2, 3 } }; }
static int second(int *p, int more) { return p[1] + more; }

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += second(make(i).a, ({ make(1); make(2).a[2]; }));
        if (make(i).a[0] != i) return 1;
        while (make(sum).a[1] != 2) sum++;
    }
    return sum != 15;
}
