// FILES engine=impact: TRUE(unreach-call)
// FILES engine=impact: TRUE(valid-memsafety)
// SIZE engine=impact: FALSE(unreach-call)
// NAME: FALSE(valid-memsafety)
// ENTRY engine=simulation: FALSE(valid-memsafety)
// EPOLL engine=impact: TRUE(valid-memsafety)
// EPOLL_EVENTS engine=simulation: FALSE(unreach-call)
// RAISED: TRUE(unreach-call)
// RAISED_DEFAULT engine=impact: TRUE(unreach-call)
// RAISED_EARLY: FALSE(unreach-call)
// MAPPED: TRUE(valid-memsafety)
// UNMAPPED: FALSE(valid-memsafety)
// READ_ONLY: UNKNOWN(valid-memsafety)
// DATES: TRUE(unreach-call)
// ZONE engine=impact: FALSE(unreach-call)
// STATIC: FALSE(no-data-race)
// REPLACED engine=impact: TRUE(unreach-call)
// OPTIONS: TRUE(unreach-call)
// VECTOR: FALSE(unreach-call)
// ALARM: TRUE(unreach-call)
// ALARM: UNKNOWN(no-deadlock)
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

volatile int handled;
void handler(int number) {
    handled = number;
}

void *date(void *arg) {
    time_t now = 0;
    gmtime(&now);
    return 0;
}

int main(void) {
#if defined FILES || defined SIZE
    struct stat status;
    if (stat("file", &status) == 0) {
#ifdef SIZE
        assert(status.st_size < 1000);
#else
        assert(status.st_size >= 0 && (S_ISREG(status.st_mode) ? !S_ISDIR(status.st_mode) : 1));
#endif
    } else {
        assert(errno > 0);
    }
#elif defined NAME
    char name[2] = {'a', 'b'};
    mkdir(name, 0755);
#elif defined ENTRY
    DIR *directory = opendir(".");
    if (directory) {
        struct dirent *first = readdir(directory), *second = readdir(directory);
        if (first && second)
            return first->d_name[0];
    }
#elif defined EPOLL || defined EPOLL_EVENTS
    int number = 5, set = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = &number}}, found[2];
    if (set >= 0 && epoll_ctl(set, EPOLL_CTL_ADD, 0, &event) == 0) {
        int count = epoll_wait(set, found, 2, -1);
        if (count > 0) {
            assert(count == 1 && *(int *)found[0].data.ptr == 5 && !(found[0].events & EPOLLOUT));
#ifdef EPOLL_EVENTS
            assert(found[0].events & EPOLLIN);
#endif
        }
    }
#elif defined RAISED
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    assert(handled == SIGUSR1);
#elif defined RAISED_EARLY
    signal(SIGUSR1, handler);
    assert(handled == 0);
#elif defined RAISED_DEFAULT
    raise(SIGCHLD);
    kill(getpid(), SIGTERM);
    assert(0);
#elif defined MAPPED || defined UNMAPPED || defined READ_ONLY
#ifdef READ_ONLY
    int *block = mmap(0, 8, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#else
    int *block = mmap(0, 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#endif
    if (block != MAP_FAILED) {
        assert(block[0] == 0);
        block[1] = 1;
        munmap(block, 8);
#ifdef UNMAPPED
        block[1] = 2;
#endif
    }
#elif defined DATES || defined ZONE
    time_t time = 1000000000;
    struct tm *found = gmtime(&time);
    assert(found->tm_year == 101 && found->tm_mon == 8 && found->tm_mday == 9 && found->tm_hour == 1 && found->tm_wday == 0);
    assert(timegm(found) == time);
#ifdef ZONE
    assert(localtime(&time)->tm_gmtoff == 0);
#endif
#elif defined STATIC
    pthread_t thread;
    pthread_create(&thread, 0, date, 0);
    date(0);
    pthread_join(thread, 0);
#elif defined REPLACED
    execl("/bin/true", "true", (char *)0);
    assert(errno != 0);
#elif defined OPTIONS
    char *words[] = {"program", "word", "-v", "-n5", "--", "-x", 0};
    int option, sum = 0;
    while ((option = getopt(6, words, "n:v")) != -1)
        sum += option == 'n' ? atoi(optarg) : option == 'v' ? 100 : 1000;
    assert(sum == 105 && optind == 4 && strcmp(words[4], "word") == 0 && strcmp(words[5], "-x") == 0);
#elif defined VECTOR
    char one[1] = {7}, two[1] = {7};
    struct iovec blocks[2] = {{one, 1}, {two, 1}};
    if (readv(0, blocks, 2) == 2)
        assert(two[0] == 7);
#elif defined ALARM
    alarm(1);
    pause();
    assert(0);
#endif
    return 0;
}
