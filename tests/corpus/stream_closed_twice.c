// property: valid-memsafety
// verdict: FALSE
// A stream is closed by the function that uses it, and again afterwards.
#include <stdio.h>

static int count(FILE *file) {
    int lines = 0;
    for (int c = fgetc(file); c != EOF && lines < 2; c = fgetc(file))
        lines += c == '\n';
    fclose(file);
    return lines;
}

int main(void) {
    FILE *file = fopen("text", "r");
    if (!file)
        return 1;
    int lines = count(file);
    fclose(file);
    return lines != 0;
}
