// property: valid-memsafety
// verdict: FALSE
// Behind the end of an array member.
struct record { char name[8]; int id; };
extern unsigned char __VERIFIER_nondet_uchar(void);
struct record list[3];

int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar() % 10;
    list[1].name[i] = 'x';
    return 0;
}
