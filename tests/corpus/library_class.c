// property: unreach-call
// verdict: TRUE
// Conditions about characters.
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isalpha('a') && !isalpha('1') && isdigit('1') != 0 && !isspace('x'));
    assert((isupper('A') ? 1 : 0) == 1 && tolower('A') == 'a' && !!isxdigit('f') == 1);
    return 0;
}
