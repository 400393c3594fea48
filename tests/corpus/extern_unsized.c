// property: valid-memsafety
// verdict: UNKNOWN(the size of table is known in no given file)
// property: unreach-call
// verdict: UNKNOWN(the size of table is known in no given file)
// An array that is complete in another file only.
#include <assert.h>
extern int table[];

int main(void) {
    int first = table[0];
    assert(first == first);
    return 0;
}
