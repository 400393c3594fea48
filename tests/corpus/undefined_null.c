// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// property: valid-memsafety
// verdict: FALSE
int main(void) {
    int *p = 0;
    return *p;
}
