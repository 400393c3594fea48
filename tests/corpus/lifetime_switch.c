// property: valid-memsafety
// verdict: FALSE
// A variable of the block of a switch, which is entered behind its declaration.
int main(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++)
        switch (i) {
            int x;
        case 0:
            x = 1;
            p = &x;
            break;
        case 1:
            break;
        default:
            x = 2;
            return *p;
        }
    return 0;
}
