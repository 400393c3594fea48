// property: unreach-call
// verdict: UNKNOWN(#pragma omp is not understood)
// property: no-data-race
// verdict: UNKNOWN(#pragma omp is not understood)
// The iterations run in parallel, and the counter is not protected.
#include <assert.h>
int counter;

int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 3; i++)
        counter++;
    assert(counter == 3);
    return 0;
}
