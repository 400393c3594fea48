#ifndef __TP_LANGINFO_H
#define __TP_LANGINFO_H
typedef int nl_item;
#define CODESET 14
#define RADIXCHAR 65536
#define THOUSEP 65537
#define D_T_FMT 131112
#define D_FMT 131113
#define T_FMT 131114
#define YESEXPR 327680
#define NOEXPR 327681
extern char *nl_langinfo(nl_item);
#endif
