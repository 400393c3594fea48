// property: unreach-call
// verdict: TRUE
// What the standard promises of comparisons: the sign.
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
    assert(strcmp("c", "a") > 0 && strcmp("a", "c") < 0 && strcmp("a", "a") == 0 && strcmp("a", "\xff") < 0);
    assert(!strncmp("abc", "abd", 2) && strncmp("abc", "abd", 3) < 0 && memcmp("\x01", "\x02", 1) < 0);
    assert(strcasecmp("ABC", "abc") == 0 && strcoll("b", "a") > 0);
    return 0;
}
