// property: unreach-call
// verdict: ERROR(fill)
// options: --extern reject
extern void fill(unsigned char *);

int main(void) {
    unsigned char c = 1;
    fill(&c);
    return c;
}
