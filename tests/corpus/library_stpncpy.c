// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// `stpncpy` fills the member with zeros and returns where they begin; a text that is too long has no end.
#include <assert.h>
#include <string.h>

struct record {
    char name[4];
    int number;
} record = {.number = 7};

int main(void) {
    assert(stpncpy(record.name, "ab", sizeof record.name) == record.name + 2 && record.name[3] == 0);
    assert(stpncpy(record.name, "abcdef", sizeof record.name) == record.name + 4 && record.name[3] == 'd');
    assert(record.number == 7);
    return 0;
}
