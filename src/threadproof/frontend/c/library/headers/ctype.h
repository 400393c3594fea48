#ifndef __TP_CTYPE_H
#define __TP_CTYPE_H
extern int isalnum(int), isalpha(int), isblank(int), iscntrl(int), isdigit(int), isgraph(int), islower(int), isprint(int);
extern int ispunct(int), isspace(int), isupper(int), isxdigit(int), isascii(int);
extern int tolower(int), toupper(int), toascii(int);
#endif
