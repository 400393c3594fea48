#ifndef __TP_SYS_IOCTL_H
#define __TP_SYS_IOCTL_H
#define FIONREAD 0x541b
#define FIONBIO 0x5421
#define FIONCLEX 0x5450
#define FIOCLEX 0x5451
#define FIOASYNC 0x5452
#define FIOQSIZE 0x5460
#define TIOCEXCL 0x540c
#define TIOCNXCL 0x540d
#define TIOCSCTTY 0x540e
#define TIOCGPGRP 0x540f
#define TIOCSPGRP 0x5410
#define TIOCOUTQ 0x5411
#define TIOCSTI 0x5412
#define TIOCGWINSZ 0x5413
#define TIOCSWINSZ 0x5414
#define TIOCMGET 0x5415
#define TIOCMBIS 0x5416
#define TIOCMBIC 0x5417
#define TIOCMSET 0x5418
#define TIOCGSOFTCAR 0x5419
#define TIOCSSOFTCAR 0x541a
#define TIOCINQ 21531
#define TIOCLINUX 0x541c
#define TIOCCONS 0x541d
#define TIOCGSERIAL 0x541e
#define TIOCSSERIAL 0x541f
#define TIOCPKT 0x5420
#define TIOCNOTTY 0x5422
#define TIOCSETD 0x5423
#define TIOCGETD 0x5424
#define TIOCSBRK 0x5427
#define TIOCCBRK 0x5428
#define TIOCGSID 0x5429
#define TIOCGRS485 0x542e
#define TIOCSRS485 0x542f
#define TIOCGPTN 2147767344
#define TIOCSPTLCK 1074025521
#define TIOCGDEV 2147767346
#define TIOCSIG 1074025526
#define TIOCVHANGUP 0x5437
#define TIOCGPKT 2147767352
#define TIOCGPTLCK 2147767353
#define TIOCGEXCL 2147767360
#define TIOCGPTPEER 21569
#define TIOCSERCONFIG 0x5453
#define TIOCSERGWILD 0x5454
#define TIOCSERSWILD 0x5455
#define TIOCGLCKTRMIOS 0x5456
#define TIOCSLCKTRMIOS 0x5457
#define TIOCSERGSTRUCT 0x5458
#define TIOCSERGETLSR 0x5459
#define TIOCSERGETMULTI 0x545a
#define TIOCSERSETMULTI 0x545b
#define TIOCMIWAIT 0x545c
#define TIOCGICOUNT 0x545d
#define TIOCPKT_DATA 0
#define TIOCPKT_FLUSHREAD 1
#define TIOCPKT_FLUSHWRITE 2
#define TIOCPKT_STOP 4
#define TIOCPKT_START 8
#define TIOCPKT_NOSTOP 16
#define TIOCPKT_DOSTOP 32
#define TIOCPKT_IOCTL 64
#define TIOCSER_TEMT 1
#define TIOCM_LE 1
#define TIOCM_DTR 2
#define TIOCM_RTS 4
#define TIOCM_ST 8
#define TIOCM_SR 0x10
#define TIOCM_CTS 0x20
#define TIOCM_CAR 0x40
#define TIOCM_RNG 0x80
#define TIOCM_DSR 0x100
#define TIOCM_CD 64
#define TIOCM_RI 128
#define SIOCGIFNAME 0x8910
#define SIOCGIFCONF 0x8912
#define SIOCGIFFLAGS 0x8913
#define SIOCSIFFLAGS 0x8914
#define SIOCGIFADDR 0x8915
#define SIOCSIFADDR 0x8916
#define SIOCGIFBRDADDR 0x8919
#define SIOCSIFBRDADDR 0x891a
#define SIOCGIFNETMASK 0x891b
#define SIOCSIFNETMASK 0x891c
#define SIOCGIFMTU 0x8921
#define SIOCSIFMTU 0x8922
#define SIOCSIFNAME 0x8923
#define SIOCSIFHWADDR 0x8924
#define SIOCGIFHWADDR 0x8927
#define SIOCGIFINDEX 0x8933
#define TCGETS 0x5401
#define TCSETS 0x5402
#define TCSETSW 0x5403
#define TCSETSF 0x5404
#define TCSBRK 0x5409
#define TCXONC 0x540a
#define TCFLSH 0x540b
struct winsize {
    unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};
#define _IOC(direction, type, number, size) ((direction) << 30 | (size) << 16 | (type) << 8 | (number))
#define _IO(type, number) _IOC(0U, type, number, 0)
#define _IOR(type, number, of) _IOC(2U, type, number, sizeof(of))
#define _IOW(type, number, of) _IOC(1U, type, number, sizeof(of))
#define _IOWR(type, number, of) _IOC(3U, type, number, sizeof(of))
extern int ioctl(int, unsigned long, ...);
#endif
