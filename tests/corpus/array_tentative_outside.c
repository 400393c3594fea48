// property: valid-memsafety
// verdict: FALSE
// A tentative definition of unknown size has one element (C11 6.9.2).
int single[];

int main(void) {
    single[1] = 3;
    return 0;
}
