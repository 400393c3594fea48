// property: unreach-call
// verdict: FALSE
// With one thread the assertion fails as well.
#include <assert.h>
int counter;

int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 3; i++)
        counter++;
    assert(counter == 4);
    return 0;
}
