// property: valid-memsafety
// verdict: FALSE
// The same with a constant length.
#include <string.h>
int numbers[6];

int main(void) {
    memcpy(numbers, numbers + 1, 2 * sizeof *numbers);
    return 0;
}
