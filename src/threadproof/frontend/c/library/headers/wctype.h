#ifndef __TP_WCTYPE_H
#define __TP_WCTYPE_H
#include <wchar.h>
typedef unsigned long wctype_t;
typedef const int *wctrans_t;
extern int iswalnum(wint_t), iswalpha(wint_t), iswcntrl(wint_t), iswdigit(wint_t), iswgraph(wint_t), iswlower(wint_t);
extern int iswprint(wint_t), iswpunct(wint_t), iswspace(wint_t), iswupper(wint_t), iswxdigit(wint_t), iswblank(wint_t);
extern wctype_t wctype(const char *);
extern int iswctype(wint_t, wctype_t);
extern wint_t towlower(wint_t), towupper(wint_t);
extern wctrans_t wctrans(const char *);
extern wint_t towctrans(wint_t, wctrans_t);
#endif
