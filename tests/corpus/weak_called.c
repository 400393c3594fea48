// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: call of hook, which is weak and not defined)
// verdict impact: UNKNOWN(undefined behaviour: invalid-function)
// A weak name that is defined nowhere is called.
extern int hook(void) __attribute__((weak));

int main(void) {
    return hook();
}
