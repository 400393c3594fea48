#ifndef __TP_REGEX_H
#define __TP_REGEX_H
#include <stddef.h>
#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2
#define REG_STARTEND 4
#define REG_ENOSYS (-1)
#define REG_NOERROR 0
#define REG_NOMATCH 1
#define REG_BADPAT 2
#define REG_ECOLLATE 3
#define REG_ECTYPE 4
#define REG_EESCAPE 5
#define REG_ESUBREG 6
#define REG_EBRACK 7
#define REG_EPAREN 8
#define REG_EBRACE 9
#define REG_BADBR 10
#define REG_ERANGE 11
#define REG_ESPACE 12
#define REG_BADRPT 13
#define REG_EEND 14
#define REG_ESIZE 15
#define REG_ERPAREN 16
typedef int regoff_t;
typedef struct re_pattern_buffer {
    void *__buffer;
    size_t __allocated, __used;
    unsigned long __syntax;
    char *__fastmap;
    unsigned char *__translate;
    size_t re_nsub;
    unsigned __flags;
} regex_t;
typedef struct {
    regoff_t rm_so, rm_eo;
} regmatch_t;
extern int regcomp(regex_t *restrict, const char *restrict, int);
extern int regexec(const regex_t *restrict, const char *restrict, size_t, regmatch_t *restrict, int);
extern size_t regerror(int, const regex_t *restrict, char *restrict, size_t);
extern void regfree(regex_t *);
#endif
