#ifndef __TP_SYS_SYSINFO_H
#define __TP_SYS_SYSINFO_H
struct sysinfo {
    long uptime;
    unsigned long loads[3], totalram, freeram, sharedram, bufferram, totalswap, freeswap;
    unsigned short procs, pad;
    unsigned long totalhigh, freehigh;
    unsigned mem_unit;
    char _f[20 - 2 * sizeof(long) - sizeof(int)];
};
#define SI_LOAD_SHIFT 16
extern int sysinfo(struct sysinfo *), get_nprocs(void), get_nprocs_conf(void);
extern long get_phys_pages(void), get_avphys_pages(void);
#endif
