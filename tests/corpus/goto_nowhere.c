// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: goto to what is no label of the function)
// verdict impact: UNKNOWN(undefined behaviour: invalid-function)
// A jump to an address that is not a label.
int main(int count, char **arguments) {
    void *labels[] = {&&end, 0};
    goto *labels[count > 1];
end:
    return 0;
}
