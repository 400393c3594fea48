#ifndef __TP_ERROR_H
#define __TP_ERROR_H
extern unsigned error_message_count;
extern int error_one_per_line;
extern void (*error_print_progname)(void);
extern void error(int, int, const char *, ...), error_at_line(int, int, const char *, unsigned, const char *, ...);
#endif
