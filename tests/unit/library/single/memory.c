#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int *where;
    char tag;
    short count;
};

int main(void) {
    int x = 5, numbers[5] = {1, 2, 3, 4, 5}, other[5];
    struct pair p = {&x, 'p', -3}, q;
    assert(memcpy(&q, &p, sizeof p) == &q);
    assert(q.where == &x && *q.where == 5 && q.tag == 'p' && q.count == -3);
    memset(&q, 0, sizeof q);
    assert(q.where == 0 && q.tag == 0 && q.count == 0);
    memset(other, -1, sizeof other);
    assert(other[0] == -1 && other[4] == -1);
    memmove(numbers + 1, numbers, 4 * sizeof(int));
    assert(numbers[0] == 1 && numbers[1] == 1 && numbers[4] == 4);
    memmove(numbers, numbers + 2, 3 * sizeof(int));
    assert(numbers[0] == 2 && numbers[1] == 3 && numbers[2] == 4 && numbers[3] == 3);
    char bytes[7] = "abcdef";
    memmove(bytes + 1, bytes, 5);
    assert(memcmp(bytes, "aabcde", 7) == 0 && memcmp("ab", "ac", 2) < 0 && memcmp("b", "ab", 1) > 0 && memcmp("x", "y", 0) == 0);
    assert(memchr(bytes, 'c', 7) == bytes + 3 && !memchr(bytes, 'z', 7));
    bzero(bytes, 3);
    assert(bytes[0] == 0 && bytes[2] == 0 && bytes[3] == 'c');

    int *block = malloc(2 * sizeof(int));
    block[0] = 7, block[1] = 8;
    block = realloc(block, 4 * sizeof(int));
    block[3] = 9;
    assert(block[0] == 7 && block[1] == 8 && block[3] == 9);
    block = realloc(block, sizeof(int));
    assert(block[0] == 7);
    free(block);
    long *zeros = calloc(3, sizeof(long));
    assert(zeros[0] == 0 && zeros[2] == 0);
    free(zeros);
    assert(!calloc((size_t)-1, 4));
    void *aligned;
    assert(posix_memalign(&aligned, 16, 8) == 0);
    free(aligned);
    free(aligned_alloc(16, 16));
    free(0);
    return 0;
}
