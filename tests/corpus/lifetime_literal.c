// property: valid-memsafety
// verdict: FALSE
// A compound literal in a loop is a new object in each iteration.
struct pair {
    int first, second;
};
int main(void) {
    struct pair *p = 0, *q = 0;
    for (int i = 0; i < 2; i++) {
        q = p;
        p = &(struct pair){i, i};
        if (q)
            return q->first;
    }
    return 0;
}
