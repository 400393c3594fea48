#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char a[16] = "hello", b[16], c[8];
    assert(strlen(a) == 5 && strlen("") == 0 && strnlen(a, 3) == 3);
    assert(strcpy(b, a) == b && strcmp(a, b) == 0);
    assert(strcat(b, " w") == b && strcmp(b, "hello w") == 0);
    assert(strncat(b, "orld!", 4) == b && strcmp(b, "hello world") == 0);
    memset(c, 'x', sizeof c);
    strncpy(c, "ab", 4);
    assert(c[0] == 'a' && c[2] == 0 && c[3] == 0 && c[4] == 'x');
    assert(stpncpy(c, "b", 3) == c + 1 && c[2] == 0 && c[4] == 'x');
    assert(stpncpy(c, "abcdef", 4) == c + 4 && c[3] == 'd' && c[4] == 'x');
    assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strncmp("abc", "abd", 2) == 0);
    assert(strcmp("\xe9", "e") > 0 && strcasecmp("HeLLo", a) == 0);
    assert(strchr(a, 'l') == a + 2 && strrchr(a, 'l') == a + 3 && !strchr(a, 'z') && strchr(a, 0) == a + 5);
    assert(strstr(b, "wor") == b + 6 && !strstr(b, "war") && strstr(b, "") == b);
    assert(strspn("aab", "a") == 2 && strcspn("aab", "b") == 2 && *strpbrk("xyz", "zy") == 'y');
    char list[] = ",a,,bc,";
    assert(strcmp(strtok(list, ","), "a") == 0 && strcmp(strtok(0, ","), "bc") == 0 && !strtok(0, ","));
    char *copy = strdup(a), *part = strndup(a, 2);
    assert(copy != a && strcmp(copy, a) == 0 && strcmp(part, "he") == 0);
    free(copy);
    free(part);
    assert(ffs(0) == 0 && ffs(-2147483647 - 1) == 32 && ffsl(8) == 4 && ffsll(1LL << 40) == 41);
    return 0;
}
