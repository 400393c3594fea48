// property: unreach-call
// verdict: TRUE
// options: --extern pure
#include <assert.h>
extern int each_file(const char *, int (*)(const char *)), each(void *);
int files;

int count(const char *name) {
    files++;
    return 0;
}

int main(void) {
    each_file(".", count);
    each((void *)count);
    assert(files == 0);
    return 0;
}
