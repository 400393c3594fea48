/* Names of files and what is known about them. Other processes may change all of it at any time, so every answer is arbitrary. */
#include "intrinsics.h"

//: modelled: exact
unsigned gnu_dev_major(unsigned long long device) {
    return (unsigned)(device >> 8 & 0xfff) | ((unsigned)(device >> 32) & ~0xfffu);
}

unsigned gnu_dev_minor(unsigned long long device) {
    return (unsigned)(device & 0xff) | ((unsigned)(device >> 12) & ~0xffu);
}

unsigned long long gnu_dev_makedev(unsigned major, unsigned minor) {
    return (major & 0xfffull) << 8 | (major & 0xfffff000ull) << 32 | (minor & 0xffull) | (minor & 0xffffff00ull) << 12;
}
