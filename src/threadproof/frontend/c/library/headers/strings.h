#ifndef __TP_STRINGS_H
#define __TP_STRINGS_H
#include <stddef.h>
extern int bcmp(const void *, const void *, size_t);
extern void bcopy(const void *, void *, size_t);
extern void bzero(void *, size_t);
extern int ffs(int), ffsl(long), ffsll(long long);
extern int strcasecmp(const char *, const char *);
extern int strncasecmp(const char *, const char *, size_t);
extern char *index(const char *, int), *rindex(const char *, int);
#endif
