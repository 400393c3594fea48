// property: unreach-call
// verdict: FALSE
// Where a file cannot be opened, errno says why.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
    errno = 0;
    FILE *file = fopen("missing", "r");
    if (!file) assert(errno != ENOENT);
    return 0;
}
