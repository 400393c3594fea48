// property: valid-memsafety
// verdict: TRUE
// memcpy and strcpy between parts of one array that touch, and memmove between parts that overlap.
#include <string.h>
char text[16] = "abcd";
int numbers[6] = { 1, 2, 3 };

int main(void) {
    memcpy(text + 4, text, 4);
    strcpy(text + 9, text + 4);
    memmove(text + 1, text, 8);
    memcpy(numbers + 3, numbers, 3 * sizeof *numbers);
    memmove(numbers, numbers + 1, 3 * sizeof *numbers);
    return text[1] != 'a' || text[12] != 'd' || numbers[2] != 1;
}
