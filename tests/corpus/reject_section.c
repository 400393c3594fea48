// property: unreach-call
// verdict: UNKNOWN(unsupported: section .init_array)
// A function whose address lies in this section runs before main.
#include <assert.h>
int number;

static void prepare(void) {
    number = 1;
}

__attribute__((section(".init_array"), used)) static void (*entry)(void) = prepare;

int main(void) {
    assert(number == 0);
    return 0;
}
