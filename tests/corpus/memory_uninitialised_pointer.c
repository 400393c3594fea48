// property: valid-memsafety
// verdict: FALSE
// It may point anywhere, also nowhere.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *p;
    *p = 1;
    return 0;
}
