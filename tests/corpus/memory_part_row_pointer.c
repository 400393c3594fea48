// property: valid-memsafety
// verdict: FALSE
// A row that a pointer refers to, by an index that is not a constant.
extern unsigned char __VERIFIER_nondet_uchar(void);
int m[2][3][2];

int main(void) {
    int (*row)[3][2] = m;
    unsigned char i = __VERIFIER_nondet_uchar() % 4;
    return (*row)[i][1];
}
