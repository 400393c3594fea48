// property: unreach-call
// verdict: FALSE
// A weak compare-and-exchange may fail although the values are equal.
#include <stdatomic.h>
#include <assert.h>
atomic_int x;
int main(void) {
  int e = 0;
  int ok = atomic_compare_exchange_weak(&x, &e, 1);
  assert(ok);
  return 0;
}
