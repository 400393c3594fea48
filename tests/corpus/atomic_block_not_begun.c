// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// The end of an atomic block that was not begun means nothing, wherever the next one begins.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;

void *twice(void *arg) {
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  x = 1;
  x = 0;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, twice, 0);
  assert(x == 0);
  pthread_join(t, 0);
}
