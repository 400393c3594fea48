// property: unreach-call
// verdict: TRUE
// options: --extern arguments
// A table without functions, and one that is not there: nothing can be called back.
#include <assert.h>
#include <stddef.h>
struct operations {
    const char *name;
    int (*open[2])(int);
};
extern int register_driver(const struct operations *);
int opened;

int main(void) {
    static const struct operations operations = {"null", {NULL}};
    register_driver(&operations);
    register_driver(NULL);
    assert(opened == 0);
    return 0;
}
