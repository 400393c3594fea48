// property: unreach-call
// verdict: UNKNOWN(unsupported: 'setjmp')
typedef long jmp_buf[8];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int);
jmp_buf buffer;

int main(void) {
    if (setjmp(buffer)) return 1;
    longjmp(buffer, 1);
    return 0;
}
