// property: unreach-call
// verdict: TRUE
// The second write hits a cell that the first one, of an input, has hit: only what the cells hold explains it.
#include <assert.h>
#include <pthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char a[2] = {1, 2};
unsigned x = 0;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *p) {
  pthread_mutex_lock(&m);
  x = (x - 2) & 3;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  a[x & 1] = ((__VERIFIER_nondet_uchar() & 1) | a[0]) & 3;
  a[x & 1] = (a[0] ^ 2) & 3;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t i;
  pthread_create(&i, 0, t, 0);
  pthread_mutex_lock(&m);
  x &= 2;
  pthread_mutex_unlock(&m);
  pthread_join(i, 0);
  assert(a[0] == 3);
}
