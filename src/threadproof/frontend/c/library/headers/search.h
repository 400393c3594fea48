#ifndef __TP_SEARCH_H
#define __TP_SEARCH_H
#include <stddef.h>
typedef int (*__compar_fn_t)(const void *, const void *);
typedef enum { FIND, ENTER } ACTION;
typedef enum { preorder, postorder, endorder, leaf } VISIT;
typedef struct entry {
    char *key;
    void *data;
} ENTRY;
extern void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
extern void *lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));
extern void *tsearch(const void *, void **, int (*)(const void *, const void *));
extern void *tfind(const void *, void *const *, int (*)(const void *, const void *));
extern void *tdelete(const void *restrict, void **restrict, int (*)(const void *, const void *)), insque(void *, void *);
extern void remque(void *);
extern int hcreate(size_t);
extern void hdestroy(void);
extern ENTRY *hsearch(ENTRY, ACTION);
extern void twalk(const void *, void (*)(const void *, VISIT, int));
#ifdef _GNU_SOURCE
extern void tdestroy(void *, void (*)(void *));
#endif
#endif
