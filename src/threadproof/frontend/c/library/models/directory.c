/* Directories: any entries, and other processes add and remove some. As POSIX allows, an entry is gone when the next one is read. */
#include "intrinsics.h"
#include <dirent.h>
#include <errno.h>

extern int __tp_failed(int result), __tp_ended(int result);

struct __tp_directory {
    int file;
    struct dirent *entry;
};

//: approximated: NULL and any error, or a stream of its own
DIR *opendir(const char *name) {
    if (__VERIFIER_nondet_bool()) {
        __tp_failed(0);
        return 0;
    }
    DIR *directory = __tp_alloc(sizeof *directory);
    directory->file = __VERIFIER_nondet_int();
    __tp_assume(directory->file >= 0);
    directory->entry = 0;
    return directory;
}

DIR *fdopendir(int file) {
    DIR *directory = opendir("");
    if (directory)
        directory->file = file;
    return directory;
}

//: approximated: NULL (at the end, or with any error), or an entry with any name, which the next call invalidates
struct dirent *readdir(DIR *directory) {
    __tp_free(directory->entry);
    directory->entry = 0;
    if (__VERIFIER_nondet_bool()) {
        __tp_ended(0);
        return 0;
    }
    struct dirent *entry = __tp_alloc(sizeof *entry); /* with any content */
    entry->d_name[255] = 0;
    __tp_assume(entry->d_name[0] != 0);
    directory->entry = entry;
    return entry;
}

//: approximated: 0, or -1 and any error; the stream is gone
int closedir(DIR *directory) {
    __tp_free(directory->entry);
    __tp_free(directory);
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : 0;
}

//: modelled: no effect: entries are arbitrary anyway
void rewinddir(DIR *directory) {
}

void seekdir(DIR *directory, long place) {
}

//: approximated: any number
long telldir(DIR *directory) {
    return __VERIFIER_nondet_long();
}

//: approximated: a descriptor, or -1 and any error
int dirfd(DIR *directory) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : directory->file;
}
