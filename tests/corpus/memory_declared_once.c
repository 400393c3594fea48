// property: unreach-call
// verdict: TRUE
// An object keeps what it holds as long as its block is not left, whatever jumps there are; declared again, it holds what is stored there.
#include <assert.h>
#include <pthread.h>
int sum;

static void add(int *at) { sum += *at; }

void *work(void *arg) {
  int round = 0;
  for (int i = 0; i < 2; i++) {
    int outer[2];
    outer[0] = outer[1] = i;
    for (int j = 0; j < 2; j++) {
      int inner;
      inner = outer[j];
      add(&inner);
    }
  again:
    outer[0]++;
    if (round++ == 1)
      goto again;
    add(&outer[0]);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(sum == 6);
}
