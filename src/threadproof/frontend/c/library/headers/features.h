#ifndef __TP_FEATURES_H
#define __TP_FEATURES_H
/* Which names standard headers declare beside those of ISO C: all of POSIX, unless the program is compiled as strict ISO C and asks for
   nothing else; the extensions of GNU only if it asks for them. */
#if !defined __STRICT_ANSI__ || defined _POSIX_C_SOURCE || defined _POSIX_SOURCE || defined _XOPEN_SOURCE || defined _GNU_SOURCE ||    \
    defined _DEFAULT_SOURCE || defined _BSD_SOURCE || defined _SVID_SOURCE
#define __TP_POSIX 1
#endif
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(major, minor) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((major) << 16) + (minor))
#define __GNU_LIBRARY__ 6
#endif
