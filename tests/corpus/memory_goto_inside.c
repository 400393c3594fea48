// property: valid-memsafety
// verdict: TRUE
// Jumps within a block, into it, and out of it while nothing is used that has ended.
int main(void) {
    int *p, i = 0, sum = 0;
again: {
        int inner = i;
        p = &inner;
    next:
        sum += *p;
        if (sum == 0) { sum++; goto next; }
        if (++i < 3) goto again;
    }
    goto middle;
    {
        int other[2];
    middle:
        other[1] = sum;
        p = other;
        sum = p[1];
    }
    return sum != 4;
}
