// property: unreach-call
// verdict: UNKNOWN(recursion)
// Nothing fails, but no bound on the depth of calls suffices.
static unsigned depth(unsigned n) { return depth(n + 1) + 1; }

int main(void) {
    return depth(0) == 3;
}
