"""Programs that create threads without end, each in two versions: the first is correct, the second is not, and both have the same
automata, up to what the passes make of the VALUE."""

from __future__ import annotations

HEAD = """
#include <pthread.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
"""
MAIN = "int main(void) { pthread_t t; while (1) pthread_create(&t, 0, work, 0); }"

LOCK = """
int held, count;
static void __VERIFIER_atomic_acquire(void) { __VERIFIER_assume(held == 0); held = VALUE; }
void *work(void *arg) {
    __VERIFIER_atomic_acquire(); int c = count; count = c + 1; assert(count == c + 1); held = 0;
    return 0;
}
"""
FLAG = """
int locked, inside;
static int __VERIFIER_atomic_test_and_set(void) { int was = locked; locked = VALUE; return was; }
void *work(void *arg) {
    while (__VERIFIER_atomic_test_and_set()) ;
    inside = 1; assert(inside == 1); inside = 0; locked = 0;
    return 0;
}
"""
SWAP = """
unsigned value;
static int __VERIFIER_atomic_swap(unsigned old, unsigned new) { if (value != old) return 0; value = new; return 1; }
void *work(void *arg) {
    unsigned old;
    do { old = value; if (old == 3) return 0; } while (!__VERIFIER_atomic_swap(old, old + VALUE));
    assert(value <= 3);
    return 0;
}
"""
TEMPLATES = """
int data, ready;
void *put(void *arg) { data = VALUE; ready = 1; return 0; }
void *get(void *arg) { if (ready) assert(data == 7); return 0; }
int main(void) {
    pthread_t t;
    while (1) { if (__VERIFIER_nondet_int()) pthread_create(&t, 0, put, 0); else pthread_create(&t, 0, get, 0); }
}
"""
PHASES = """
int phase;
void *work(void *arg) { int p = phase; if (p == 1) phase = VALUE; assert(phase > 0); return 0; }
int main(void) { pthread_t t; phase = 1; while (1) pthread_create(&t, 0, work, 0); }
"""
CROWD = """
int crowd;
void *work(void *arg) {
    __VERIFIER_atomic_begin(); if (crowd < VALUE) crowd++; __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin(); assert(crowd <= 2); __VERIFIER_atomic_end();
    return 0;
}
"""
TREE = """
int root = 1;
void *work(void *arg) { pthread_t t; assert(root < 3); pthread_create(&t, 0, work, 0); root = VALUE; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_exit(0); }
"""
OWNER = """
int free_ = 1, owned;
void *work(void *arg) {
    int mine = 0;
    __VERIFIER_atomic_begin(); if (free_) { free_ = VALUE; mine = 1; } __VERIFIER_atomic_end();
    if (mine) { owned = 1; assert(owned == 1); owned = 0; free_ = 1; }
    return 0;
}
"""
BOTH = """
int a, b;
static void __VERIFIER_atomic_flip(void) { a = !a; b = VALUE; }
void *work(void *arg) { __VERIFIER_atomic_flip(); return 0; }
int main(void) {
    pthread_t t;
    while (1) { pthread_create(&t, 0, work, 0); __VERIFIER_atomic_begin(); assert(a == b); __VERIFIER_atomic_end(); }
}
"""
VERSIONS = {
    "lock": (LOCK + MAIN, "1", "0"),
    "flag": (FLAG + MAIN, "1", "0"),
    "swap": (SWAP + MAIN, "1", "2"),
    "templates": (TEMPLATES, "7", "8"),
    "phases": (PHASES, "2", "0"),
    "crowd": (CROWD + MAIN, "2", "3"),
    "tree": (TREE, "2", "3"),
    "owner": (OWNER + MAIN, "0", "1"),
    "both": (BOTH, "a", "1"),
}
SAFE = {name: f"#define VALUE {right}{HEAD}{text}" for name, (text, right, _) in VERSIONS.items()}
UNSAFE = {name: f"#define VALUE {wrong}{HEAD}{text}" for name, (text, _, wrong) in VERSIONS.items()}
