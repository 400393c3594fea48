// property: unreach-call
// verdict: UNKNOWN(the external function register_driver may call the function that it is given)
// options: --extern arguments
// An unknown function may keep a table of functions, and call them later.
#include <assert.h>
#include <stddef.h>
struct operations {
    const char *name;
    int (*open)(int);
    void (*close)(void);
};
extern int register_driver(const struct operations *);
int opened;

int count(int mode) {
    opened++;
    return 0;
}

int main(void) {
    static const struct operations operations = {"null", count, NULL};
    register_driver(&operations);
    assert(opened == 0);
    return 0;
}
