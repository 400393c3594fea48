#undef _GNU_SOURCE
#define _GNU_SOURCE 1
/* What headers define as macros and inline functions. */
#include <arpa/inet.h>
#include <assert.h>
#include <byteswap.h>
#include <endian.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/param.h>
#include <sys/queue.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>

struct item {
    int number;
    LIST_ENTRY(item) list;
    TAILQ_ENTRY(item) queue;
    STAILQ_ENTRY(item) fifo;
    SLIST_ENTRY(item) stack;
};
LIST_HEAD(list, item);
TAILQ_HEAD(queue, item);
STAILQ_HEAD(fifo, item);
SLIST_HEAD(stack, item);

static void lists(void) {
    struct item items[3] = {{1}, {2}, {3}}, *each;
    int sum = 0;
    struct list list = LIST_HEAD_INITIALIZER(list);
    assert(LIST_EMPTY(&list));
    LIST_INSERT_HEAD(&list, &items[0], list);
    LIST_INSERT_AFTER(&items[0], &items[1], list);
    LIST_INSERT_BEFORE(&items[1], &items[2], list); /* 1 3 2 */
    LIST_REMOVE(&items[0], list);
    LIST_FOREACH(each, &list, list)
        sum = 10 * sum + each->number;
    assert(sum == 32 && LIST_FIRST(&list) == &items[2] && !LIST_NEXT(&items[1], list));
    struct queue queue;
    TAILQ_INIT(&queue);
    TAILQ_INSERT_TAIL(&queue, &items[0], queue);
    TAILQ_INSERT_HEAD(&queue, &items[1], queue);
    TAILQ_INSERT_AFTER(&queue, &items[1], &items[2], queue); /* 2 3 1 */
    sum = 0;
    TAILQ_FOREACH_REVERSE(each, &queue, queue, queue)
        sum = 10 * sum + each->number;
    assert(sum == 132 && TAILQ_LAST(&queue, queue) == &items[0] && TAILQ_PREV(&items[2], queue, queue) == &items[1]);
    TAILQ_REMOVE(&queue, &items[0], queue);
    TAILQ_INSERT_BEFORE(&items[1], &items[0], queue);
    assert(TAILQ_FIRST(&queue) == &items[0] && TAILQ_LAST(&queue, queue) == &items[2]);
    struct fifo fifo = STAILQ_HEAD_INITIALIZER(fifo);
    STAILQ_INSERT_TAIL(&fifo, &items[0], fifo);
    STAILQ_INSERT_TAIL(&fifo, &items[1], fifo);
    STAILQ_REMOVE_HEAD(&fifo, fifo);
    assert(STAILQ_FIRST(&fifo) == &items[1] && !STAILQ_NEXT(&items[1], fifo));
    struct stack stack = SLIST_HEAD_INITIALIZER(stack);
    SLIST_INSERT_HEAD(&stack, &items[0], stack);
    SLIST_INSERT_HEAD(&stack, &items[1], stack);
    SLIST_INSERT_AFTER(&items[1], &items[2], stack);
    SLIST_REMOVE(&stack, &items[2], item, stack);
    assert(SLIST_FIRST(&stack) == &items[1] && SLIST_NEXT(&items[1], stack) == &items[0]);
}

static void sets(void) {
    fd_set files;
    FD_ZERO(&files);
    FD_SET(3, &files);
    FD_SET(1023, &files);
    assert(FD_ISSET(3, &files) && FD_ISSET(1023, &files) && !FD_ISSET(4, &files));
    FD_CLR(3, &files);
    assert(!FD_ISSET(3, &files));
    cpu_set_t one, two, both;
    CPU_ZERO(&one);
    CPU_ZERO(&two);
    CPU_SET(1, &one);
    CPU_SET(1, &two);
    CPU_SET(70, &two);
    CPU_AND(&both, &one, &two);
    assert(CPU_ISSET(1, &both) && !CPU_ISSET(70, &both) && CPU_EQUAL(&one, &both) && CPU_COUNT(&two) == 2);
    CPU_CLR(70, &two);
    assert(CPU_COUNT(&two) == 1);
}

static void messages(void) {
    char room[CMSG_SPACE(sizeof(int)) + CMSG_SPACE(3)] __attribute__((aligned(8)));
    memset(room, 0, sizeof room);
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    struct cmsghdr *first = CMSG_FIRSTHDR(&message);
    first->cmsg_len = CMSG_LEN(sizeof(int));
    struct cmsghdr *second = CMSG_NXTHDR(&message, first);
    assert((char *)second - (char *)first == CMSG_SPACE(sizeof(int)));
    second->cmsg_len = CMSG_LEN(3);
    assert((char *)CMSG_DATA(second) == (char *)second + CMSG_LEN(0) && !CMSG_NXTHDR(&message, second));
    struct sockaddr_un address;
    strcpy(address.sun_path, "ab");
    assert(SUN_LEN(&address) == offsetof(struct sockaddr_un, sun_path) + 2);
}

int main(void) {
    lists();
    sets();
    messages();
    assert(WIFEXITED(0x300) && WEXITSTATUS(0x300) == 3 && WIFSIGNALED(9) && WTERMSIG(9) == 9 && WIFSTOPPED(0x137f));
    assert(WSTOPSIG(0x137f) == 0x13 && !WIFSIGNALED(0x137f) && !WIFEXITED(9) && WIFCONTINUED(0xffff) && WCOREDUMP(0x80 | 6));
    assert(S_ISREG(S_IFREG | 0644) && !S_ISDIR(S_IFREG) && S_ISDIR(S_IFDIR) && S_ISLNK(S_IFLNK) && S_ISFIFO(S_IFIFO));
    assert(major(makedev(300, 70000)) == 300 && minor(makedev(300, 70000)) == 70000);
    assert(bswap_16(0x1234) == 0x3412 && bswap_32(0x12345678) == 0x78563412 && htobe32(1) == 0x1000000 && le64toh(5) == 5);
    assert(MIN(3, 4) == 3 && MAX(3, 4) == 4 && howmany(9, 4) == 3 && roundup(9, 4) == 12);
    struct timeval early = {1, 900000}, late = {2, 200000}, result;
    timeradd(&early, &late, &result);
    assert(result.tv_sec == 4 && result.tv_usec == 100000 && timercmp(&early, &late, <));
    timersub(&late, &early, &result);
    assert(result.tv_sec == 0 && result.tv_usec == 300000 && timerisset(&result));
    struct sigaction action = {.sa_handler = SIG_IGN, .sa_flags = SA_RESTART};
    assert(action.sa_handler == SIG_IGN && IN6_IS_ADDR_V4MAPPED(&(struct in6_addr)IN6ADDR_ANY_INIT) == 0);
    return 0;
}
