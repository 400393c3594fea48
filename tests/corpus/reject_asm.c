// property: unreach-call
// verdict: ERROR(assembl)
int main(void) {
    int x = 1;
    __asm__ volatile("incl %0" : "+r"(x));
    return x;
}
