// property: valid-memsafety
// verdict: FALSE
// Behind the end of a row, in the next one.
int m[2][4];

int main(void) {
    m[0][4] = 1;
    return 0;
}
