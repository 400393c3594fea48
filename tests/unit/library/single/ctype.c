#include <assert.h>
#include <ctype.h>
#include <math.h>

int main(void) {
    assert(isdigit('7') && !isdigit('a') && isalpha('Q') && !isalpha('1') && isalnum('z') && isspace('\n') && !isspace('_'));
    assert(isxdigit('f') && !isxdigit('g') && ispunct('!') && iscntrl(127) && isprint(' ') && !isgraph(' ') && isblank('\t'));
    assert(isupper('A') && islower('a') && toupper('x') == 'X' && toupper('1') == '1' && tolower('Z') == 'z');
    volatile double x = -2.5;
    assert(fabs(x) == 2.5 && floor(x) == -3 && ceil(x) == -2 && trunc(x) == -2 && round(x) == -3 && fmax(x, 1) == 1 && fmin(x, 1) == x);
    assert(sqrt(16.0) == 4 && sqrt(2.0) == 1.4142135623730951 && sqrtf(0.25f) == 0.5f && sqrt(x) != sqrt(x));
    return 0;
}
