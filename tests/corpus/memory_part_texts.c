// property: valid-memsafety
// verdict: TRUE
// Texts that end in their arrays, or are read no further than they go.
#include <stdio.h>
#include <string.h>
struct pair { char first[4], second[4]; } x = {{'a', 'b', 'c', 'd'}, "efg"};
char names[2][4] = {"abcd", "efg"};

int main(void) {
    char text[16];
    strcpy(text, x.second);
    strncpy(text, x.first, sizeof x.first);
    if (strlen(names[1]) != 3 || strncmp(names[0], x.first, 4) || strcmp(names[0], "abd") == 0 || !strchr(x.first, 'd'))
        return 1;
    printf("%.4s %s\n", x.first, x.second);
    sprintf(text, "%s", names[1]);
    strcpy(names[0], "abc");
    return (int)strlen(names[0]) + (memchr(x.first, 'b', 8) != 0);
}
