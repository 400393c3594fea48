// property: valid-memsafety
// verdict: FALSE
// An index that leads once around the address space, back to the first element.
int a[4];
unsigned long index = -1UL / 4 + 1;

int main(void) {
    a[index] = 1;
    return 0;
}
