// property: unreach-call
// verdict: TRUE
// The program itself says that the functions only compute something.
#include <assert.h>
int shared;
int size_of(const int *) __attribute__((pure));
__attribute__((__const__)) int square(int);

int main(void) {
    int own = 1;
    int sum = (size_of(&own) & 1) + (square(2) & 1);
    assert(shared == 0 && own == 1 && sum < 3);
    return 0;
}
