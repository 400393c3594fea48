// property: unreach-call
// verdict: TRUE
// Objects that others can reach, declared again in every iteration, one per thread: each thread finds what it has stored itself.
#include <assert.h>
#include <pthread.h>
int *shown[2], wrong;

void *work(void *arg) {
  int me = arg != 0;
  for (int i = 1; i < 3; i++) {
    int cell;
    shown[me] = &cell;
    cell = i;
    if (*shown[me] != i)
      wrong = 1;
  }
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, work, 0);
  pthread_create(&two, 0, work, &wrong);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(!wrong);
}
