#ifndef __TP_SYS_SYSMACROS_H
#define __TP_SYS_SYSMACROS_H
#define major(device) ((unsigned)((((device) >> 8) & 0xfff) | (((unsigned long long)(device) >> 32) & ~0xfffu)))
#define minor(device) ((unsigned)(((device) & 0xff) | (((device) >> 12) & ~0xffu)))
#define makedev(a, b)                                                                                                            \
    (((a) & 0xfffull) << 8 | ((a) & 0xfffff000ull) << 32 | ((b) & 0xffull) | ((b) & 0xffffff00ull) << 12)
#endif
