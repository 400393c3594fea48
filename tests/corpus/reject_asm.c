// property: unreach-call
// verdict: UNKNOWN(unsupported: inline assembly)
int main(void) {
    int x = 1;
    __asm__ volatile("incl %0" : "+r"(x));
    return x;
}
