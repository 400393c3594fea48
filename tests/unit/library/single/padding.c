/* Copies of whole objects include the bytes that no member uses. */
#include <assert.h>
#include <string.h>

struct s {
    char c;
    int i;
};
struct outer {
    struct s a[2];
    char e;
};
union u {
    struct s s;
    short h;
};

static void zeros(const void *block, size_t size) {
    const char *bytes = block;
    for (size_t i = 0; i < size; i++)
        assert(bytes[i] == 0);
}

int main(void) {
    struct outer a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 1, sizeof b);
    memcpy(&b, &a, sizeof a);
    zeros(&b, sizeof b);
    union u x, y, z;
    memset(&x, 0, sizeof x);
    memset(&y, 1, sizeof y);
    memmove(&y, &x, sizeof x);
    zeros(&y, sizeof y);
    memset(&z, 1, sizeof z);
    memcpy(&z, &x, sizeof x);
    zeros(&z, sizeof z);
    struct s many[40], copy[40];
    memset(many, 0, sizeof many);
    memset(copy, 1, sizeof copy);
    memcpy(copy, many, sizeof many);
    zeros(copy + 38, 2 * sizeof *copy);
    return 0;
}
