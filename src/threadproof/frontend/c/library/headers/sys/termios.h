#ifndef __TP_SYS_TERMIOS_H
#define __TP_SYS_TERMIOS_H
#include <termios.h>
#endif
