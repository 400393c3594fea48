// property: unreach-call
// verdict: UNKNOWN(the external function each_file may call count)
// options: --extern arguments
// An unknown function may call the functions that it is given.
#include <assert.h>
extern int each_file(const char *, int (*)(const char *));
int files;

int count(const char *name) {
    files++;
    return 0;
}

int main(void) {
    each_file(".", count);
    assert(files == 0);
    return 0;
}
