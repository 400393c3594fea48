// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// The last part of a path: GNU's function leaves the path as it is, that of POSIX takes slashes at the end away.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

extern char *__xpg_basename(char *);
struct entry { char path[6]; int other; };

int main(void) {
    struct entry x = {"/a/b/", 1};
    assert(strcmp(basename(x.path), "") == 0);
    assert(strcmp(__xpg_basename(x.path), "b") == 0);
    assert(strcmp(x.path, "/a/b") == 0 && basename(x.path) == x.path + 3);
    return 0;
}
