// property: unreach-call
// verdict: UNKNOWN(unsupported)
// Distances of labels are no constants.
int main(void) {
    static const int distances[] = {&&one - &&one, &&two - &&one};
    goto *(&&one + distances[1]);
one:
    return 1;
two:
    return 0;
}
