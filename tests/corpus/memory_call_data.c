// property: valid-memsafety
// verdict: FALSE
// A call through the address of a variable.
static int number;

int main(void) {
    void (*f)(void) = (void (*)(void)) & number;
    f();
    return 0;
}
