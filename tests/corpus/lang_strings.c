// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[16] = "abc";
    assert(strlen(b) == 3 && strcmp(b, "abc") == 0 && strcmp(b, "abd") < 0 && strcmp("b", b) > 0 && strcmp(b, "ab") > 0);
    strcat(b, "de");
    assert(b[4] == 'e' && b[5] == 0 && strncmp(b, "abx", 2) == 0);
    strcpy(b, "xy");
    assert(b[1] == 'y' && b[2] == 0 && b[3] == 'd');
    strncpy(b, "12345678", 3);
    assert(b[2] == '3' && b[3] == 'd');
    assert(strchr(b, '3') == b + 2 && strchr(b, 'q') == 0 && strrchr("aba", 'a')[0] == 'a' && *strstr("hello", "ll") == 'l');
    int v[4] = { 1, 2, 3, 4 }, w[4];
    memcpy(w, v, sizeof v);
    memmove(v + 1, v, 3 * sizeof *v);
    assert(w[3] == 4 && v[0] == 1 && v[1] == 1 && v[3] == 3);
    memset(w, 0xff, sizeof w);
    assert(w[2] == -1 && memcmp(v, w, 4) != 0 && memcmp(w, w + 1, 8) == 0);
    assert(strcmp("\xff", "a") > 0); // compared as unsigned char
    return 0;
}
