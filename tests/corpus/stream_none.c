// property: valid-memsafety
// verdict: FALSE
// Opening a file may fail, and there is no stream then.
#include <stdio.h>

int main(void) {
    FILE *file = fopen("text", "r");
    return fgetc(file);
}
