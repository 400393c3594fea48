// property: unreach-call
// verdict: TRUE
// options: --extern arguments
// No function is handed over, so none is called back.
#include <assert.h>
extern int each_file(const char *, int (*)(const char *));
int files;

int main(void) {
    each_file(".", 0);
    assert(files == 0);
    return 0;
}
