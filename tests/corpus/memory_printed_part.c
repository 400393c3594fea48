// property: valid-memsafety
// verdict: FALSE
// A precision limits what is printed of a text, here to one byte more than there is.
#include <stdio.h>
int main(void) {
    char name[2] = {'a', 'b'};
    printf("%.2s %.*s\n", name, 3, name);
    return 0;
}
