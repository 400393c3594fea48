// property: valid-memsafety
// verdict: FALSE
// `stpncpy` fills all bytes that it is given, here those of the whole record, and does not stop after the text.
#include <string.h>

struct record {
    char name[4];
    int number;
} record = {.number = 7};

int main(void) {
    stpncpy(record.name, "ab", sizeof record);
    return 0;
}
