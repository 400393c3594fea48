// property: unreach-call
// verdict: FALSE
// What an object holds is arbitrary each time that its declaration is reached, not what the iteration before has left there.
#include <assert.h>
#include <pthread.h>
int sevens;

static void look(unsigned char *at) {
  if (*at == 7)
    sevens++;
}

static void clear(unsigned char *at) { *at = 0; }

void *twice(void *arg) {
  for (int i = 0; i < 2; i++) {
    unsigned char c;
    if (i == 0)
      clear(&c);
    else
      look(&c);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, twice, 0);
  pthread_join(t, 0);
  assert(sevens == 0);
}
