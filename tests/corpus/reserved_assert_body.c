// property: unreach-call
// verdict: TRUE
// __VERIFIER_assert is an ordinary function that the file defines.
extern void reach_error(void);
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }

int main(void) {
    __VERIFIER_assert(1);
    return 0;
}
