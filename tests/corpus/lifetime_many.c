// property: valid-memsafety
// verdict: FALSE
// The addresses of many iterations are kept, and one of them is used in the last.
int main(void) {
    int *kept[7];
    for (int i = 0; i < 7; i++) {
        int x = i;
        kept[i] = &x;
        if (i == 6)
            *kept[3] = 1;
    }
    return 0;
}
