/* What a generated program needs of a C library, for -m32 -nostdlib: with it, 32-bit code runs where no 32-bit C library is installed. */
typedef unsigned size;
typedef unsigned long long u64;
typedef long long i64;

static int system_call(int number, int a, const void *b, int c) {
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
    return result;
}

int run_all(void);

__attribute__((force_align_arg_pointer)) void _start(void) {
    run_all();
    system_call(1, 0, 0, 0);
    __builtin_unreachable();
}

void show(const char *text, u64 value) {
    char line[64];
    int n = 0;
    while (*text) line[n++] = *text++;
    for (int shift = 60; shift >= 0; shift -= 4) line[n++] = "0123456789abcdef"[(value >> shift) & 15];
    line[n++] = '\n';
    system_call(4, 1, line, n);
}

void *memset(void *p, int c, size n) { char *d = p; while (n--) *d++ = c; return p; }
void *memcpy(void *p, const void *q, size n) { char *d = p; const char *s = q; while (n--) *d++ = *s++; return p; }
void *memmove(void *p, const void *q, size n) {
    char *d = p; const char *s = q;
    if (d <= s) while (n--) *d++ = *s++; else while (n--) d[n] = s[n];
    return p;
}
int memcmp(const void *p, const void *q, size n) {
    const unsigned char *a = p, *b = q;
    for (; n; n--, a++, b++) if (*a != *b) return *a < *b ? -1 : 1;
    return 0;
}
size strlen(const char *s) { size n = 0; while (s[n]) n++; return n; }
char *strcpy(char *d, const char *s) { char *r = d; while ((*d++ = *s++)) ; return r; }
char *strcat(char *d, const char *s) { strcpy(d + strlen(d), s); return d; }
char *strncpy(char *d, const char *s, size n) {
    size i = 0;
    for (; i < n && s[i]; i++) d[i] = s[i];
    for (; i < n; i++) d[i] = 0;
    return d;
}
char *strncat(char *d, const char *s, size n) {
    char *e = d + strlen(d);
    while (n-- && *s) *e++ = *s++;
    *e = 0;
    return d;
}
int strncmp(const char *a, const char *b, size n) {
    for (; n; n--, a++, b++) if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
    return 0;
}
int strcmp(const char *a, const char *b) { return strncmp(a, b, ~0u); }
char *strchr(const char *s, int c) { for (;; s++) { if (*s == (char)c) return (char *)s; if (!*s) return 0; } }
char *strrchr(const char *s, int c) { char *r = 0; for (;; s++) { if (*s == (char)c) r = (char *)s; if (!*s) return r; } }

static u64 heap[1 << 18];
static size used;
void *malloc(size n) { void *p = heap + used; used += (n + 15) / 8; return p; }
void free(void *p) { (void)p; }
void *calloc(size n, size m) { return memset(malloc(n * m), 0, n * m); }
void *realloc(void *p, size n) { void *q = malloc(n); return p ? memmove(q, p, n) : q; }

void qsort(void *base, size n, size width, int (*compare)(const void *, const void *)) {
    char *a = base, t[16];
    for (size i = 1; i < n; i++)
        for (size j = i; j && compare(a + (j - 1) * width, a + j * width) > 0; j--) {
            memcpy(t, a + j * width, width);
            memcpy(a + j * width, a + (j - 1) * width, width);
            memcpy(a + (j - 1) * width, t, width);
        }
}

int __ctzdi2(u64 a) { int n = 0; while (!(a >> n & 1)) n++; return n; }
int __popcountdi2(u64 a) { int n = 0; for (; a; a &= a - 1) n++; return n; }
int __popcountsi2(unsigned a) { return __popcountdi2(a); }
u64 __udivmoddi4(u64 a, u64 b, u64 *rest) {
    u64 quotient = 0, left = 0;
    for (int i = 63; i >= 0; i--) {
        unsigned carry = left >> 63;
        left = left << 1 | (a >> i & 1);
        if (carry || left >= b) { left -= b; quotient |= 1ULL << i; }
    }
    if (rest) *rest = left;
    return quotient;
}
u64 __udivdi3(u64 a, u64 b) { return __udivmoddi4(a, b, 0); }
u64 __umoddi3(u64 a, u64 b) { u64 rest; __udivmoddi4(a, b, &rest); return rest; }
static u64 magnitude(i64 a) { return a < 0 ? -(u64)a : (u64)a; }
i64 __divdi3(i64 a, i64 b) { u64 q = __udivdi3(magnitude(a), magnitude(b)); return (a < 0) != (b < 0) ? -q : q; }
i64 __moddi3(i64 a, i64 b) { u64 r = __umoddi3(magnitude(a), magnitude(b)); return a < 0 ? -r : r; }
i64 __divmoddi4(i64 a, i64 b, i64 *rest) { *rest = __moddi3(a, b); return __divdi3(a, b); }
