// property: unreach-call
// verdict: ERROR(reject_syntax.c:6:)
int main(void) {
    int x = 1;
    if (x) {
        x = ;
    }
    return 0;
}
