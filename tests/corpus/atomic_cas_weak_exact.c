// property: unreach-call
// verdict: TRUE
// options: --spurious off
// With spurious effects switched off, a weak compare-and-exchange behaves like a strong one.
#include <stdatomic.h>
#include <assert.h>
atomic_int x;
int main(void) {
  int e = 0;
  int ok = atomic_compare_exchange_weak(&x, &e, 1);
  assert(ok);
  return 0;
}
