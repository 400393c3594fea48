#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[40];
    assert(sprintf(text, "%d|%5d|%-4d|%03u", -7, 42, 8, 5U) == 17);
    assert(strcmp(text, "-7|   42|8   |005") == 0);
    assert(snprintf(text, 5, "%s%c%x", "abc", 'd', 255) == 6 && strcmp(text, "abcd") == 0);
    assert(snprintf(0, 0, "%lld%%", 123456789012LL) == 13);
    assert(sprintf(text, "%*d|%-*d|%*s|%0*d", 4, 42, 3, 7, -4, "ab", 5, -3) == 19);
    assert(strcmp(text, "  42|7  |ab  |-0003") == 0);
    int a = 0, b = 0, n = printf("%d\n", 1);
    assert(sscanf("12, -3", "%d,%d", &a, &b) == 2 && a == 12 && b == -3);
    assert(sscanf("x", "%d", &a) == 0 && sscanf("", "%d", &a) == EOF && a == 12);
    puts(text);
    fprintf(stderr, "%d\n", n);
    fflush(stdout);
    return 0;
}
