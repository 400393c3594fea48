// property: valid-memsafety
// verdict: FALSE
// A variable that is made at several places, in many iterations; the address of the first one is used in the last.
int main(void) {
    int *kept = 0, *p, sum = 0;
    for (int i = 0; i < 6; i++)
        switch (i % 3) {
        case 0:;
            int x = 1;
            kept = kept ? kept : &x;
            break;
        case 1:
            x = 2;
            p = &x;
            sum += *p;
            break;
        default:
            x = 3;
            if (i == 5)
                sum += *kept;
        }
    return sum;
}
