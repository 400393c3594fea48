#ifndef __TP_SYS_PERSONALITY_H
#define __TP_SYS_PERSONALITY_H
#define ADDR_NO_RANDOMIZE 262144
#define PER_LINUX 0
extern int personality(unsigned long);
#endif
