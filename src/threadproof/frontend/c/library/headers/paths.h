#ifndef __TP_PATHS_H
#define __TP_PATHS_H
#define _PATH_DEFPATH "/usr/bin:/bin"
#define _PATH_BSHELL "/bin/sh"
#define _PATH_CONSOLE "/dev/console"
#define _PATH_DEVNULL "/dev/null"
#define _PATH_TTY "/dev/tty"
#define _PATH_TMP "/tmp/"
#define _PATH_UTMP "/var/run/utmp"
#define _PATH_WTMP "/var/log/wtmp"
#define _PATH_LASTLOG "/var/log/lastlog"
#define _PATH_DEV "/dev/"
#define _PATH_VARRUN "/var/run/"
#endif
