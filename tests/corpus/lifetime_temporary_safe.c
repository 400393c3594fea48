// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// A jump out of a full expression, and back into it: its values are new objects.
#include <assert.h>
struct s {
    int a[2];
};
static struct s make(int i) {
    struct s made = {{i, i}};
    return made;
}
int main(void) {
    int sum = 0, i = 0;
again:
    sum += *make(i).a + ({
               if (i < 2) {
                   i++;
                   goto again;
               }
               1;
           });
    assert(sum == 3);
    return 0;
}
