// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: memcpy)
// An object is copied to itself, through addresses whose types say nothing.
#include <string.h>
static struct pair { int x, y; } one, two;
static void move(void *to, void *from) { memcpy(to, from, sizeof(struct pair)); }
int main(void) {
    move(&one, &two);
    move(&one, &one);
    return 0;
}
