"""Programs in pairs that look alike: one satisfies its property, the other does not. One pair for each form of certificate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from threadproof.properties import DEADLOCK, RACE, UNREACH

HEAD = """
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y, turn, stop; pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
"""
BOTH = """
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);
    pthread_join(s, 0); pthread_join(t, 0);
    assert(VALUE);
}
"""
COUNTER = """
void *one(void *p) { pthread_mutex_lock(&a); x++; pthread_mutex_unlock(&a); return 0; }
void *two(void *p) { pthread_mutex_lock(VALUE); x++; pthread_mutex_unlock(VALUE); return 0; }
"""
TURNS = """
void *one(void *p) { while (turn) ; x = 1; assert(x == 1); turn = 1; return 0; }
void *two(void *p) { while (turn != VALUE) ; x = 2; assert(x == 2); turn = 0; return 0; }
"""
INPUTS = """
int main(void) {
    int n = __VERIFIER_nondet_int(), low, high;
    __VERIFIER_assume(0 <= n && n < 100);
    low = n; high = n + VALUE;
    while (__VERIFIER_nondet_int()) { low++; high++; if (high > 200) return 0; }
    assert(low < high);
}
"""
LOOP = """
int main(void) {
    unsigned i = 0, j = 0;
    while (__VERIFIER_nondet_int()) { i += 2; if (i > 1000) i = 0; j = VALUE; assert(i % 2 == j); }
}
"""
CROWD = """
unsigned value;
static int __VERIFIER_atomic_swap(unsigned old, unsigned new) { if (value != old) return 0; value = new; return 1; }
void *work(void *arg) {
    unsigned old;
    do { old = value; if (old == 3) return 0; } while (!__VERIFIER_atomic_swap(old, old + VALUE));
    assert(value <= 3);
    return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, work, 0); }
"""
READERS = """
static void __VERIFIER_atomic_read(void) { __VERIFIER_assume(!stop); x++; }
static void __VERIFIER_atomic_done(void) { x--; }
static void __VERIFIER_atomic_stop(void) { __VERIFIER_assume(x == VALUE); stop = 1; }
void *one(void *p) { __VERIFIER_atomic_read(); assert(!stop); __VERIFIER_atomic_done(); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, one, 0); pthread_create(&t, 0, one, 0); __VERIFIER_atomic_stop(); pthread_exit(0);
}
"""
GUARDED = """
void *one(void *p) { pthread_mutex_lock(&a); x = 1; x = 0; pthread_mutex_unlock(&a); return 0; }
void *two(void *p) { pthread_mutex_lock(VALUE); assert(x == 0); pthread_mutex_unlock(VALUE); return 0; }
"""
HANDOVER = """
_Atomic int flag;
void *one(void *p) { x++; flag = 1; return 0; }
void *two(void *p) { while (flag != VALUE) ; x++; flag = 2; return 0; }
"""
ODD = """
int next = 1;
void *one(void *p) {
    int at;
    pthread_mutex_lock(&a);
    x++; at = next; if (at < 9) next = at + VALUE;
    pthread_mutex_unlock(&a);
    assert(at % 2);
    return 0;
}
void *two(void *p) { return one(p); }
"""
LOCKS = """
void *one(void *p) {
    pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
    return 0;
}
void *two(void *p) {
    pthread_mutex_lock(VALUE); pthread_mutex_lock(OTHER); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
    return 0;
}
"""
BUFFERED = """
int seen_x, seen_y;
void *one(void *p) { x = 1; VALUE; seen_y = y; return 0; }
void *two(void *p) { y = 1; VALUE; seen_x = x; return 0; }
"""
MODEL = """
event go;
int x = 0, y = 0;
thread ping {
    while (true) { x = VALUE; notify go, 1; wait_time 2; }
}
thread pong {
    while (true) { wait go; assert x == 1; y = 1 - y; }
}
main { start; }
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """`text` with `right` for VALUE satisfies the property, with `wrong` it does not."""

    engine: str
    text: str
    right: str
    wrong: str
    property: str = UNREACH
    suffix: str = ".c"
    entry: str = "nodes"  # of the certificate, by which its form is known
    options: dict[str, Any] = field(default_factory=dict)

    def program(self, right: bool) -> str:
        value = self.right if right else self.wrong
        other = "&b" if value == "&a" else "&a"
        return ("" if self.suffix == ".ivl" else HEAD) + self.text.replace("VALUE", value).replace("OTHER", other)


def counter(engine: str, entry: str = "nodes") -> Pair:
    return Pair(engine, COUNTER.replace("VALUE", "&a") + BOTH, "x == 2", "x == 1", entry=entry)


def handover(engine: str, entry: str = "nodes") -> Pair:
    return Pair(engine, HANDOVER + BOTH.replace("VALUE", "1"), "1", "0", RACE, entry=entry)


PAIRS = {
    "schedule": counter("explicit", "schedule"),
    "states": counter("explicit", "states"),
    "graph": counter("abstraction"),
    "graph of a race": handover("abstraction"),
    "monotonic graph": Pair("impact", TURNS + BOTH.replace("VALUE", "x > 0"), "1", "0", entry="monotonic"),
    "turns": Pair("esst", MODEL, "1", "2", suffix=".ivl"),
    "ghosts": Pair("simulation", INPUTS, "1", "0", entry="ghosts"),
    "blocks": counter("bmc", "blocks"),
    "blocks with predicates": Pair("predicate", LOOP, "0", "1", entry="blocks"),
    "induction": Pair("kinduction", LOOP, "0", "1", entry="depth"),
    "views": Pair("abstraction", CROWD, "1", "2", entry="views"),
    "outline": Pair("modular", LOOP, "0", "1", entry="outline"),
    "outline of locks": Pair("modular", GUARDED + BOTH.replace("VALUE", "1"), "&a", "&b", entry="outline"),
    "outline of a race": Pair("modular", COUNTER + BOTH.replace("VALUE", "1"), "&a", "&b", RACE, entry="outline"),
    "outline of a deadlock": Pair("modular", LOCKS + BOTH.replace("VALUE", "1"), "&a", "&b", DEADLOCK, entry="outline"),
    "facts": Pair(
        "abstraction", ODD + BOTH.replace("VALUE", "x == 2"), "2", "1", entry="invariants", options={"facts": "always"}
    ),
    "outline that counts": Pair("modular", READERS, "0", "1", entry="counters"),
    "order": counter("ordering", "questions"),
    "order of a race": Pair("ordering", COUNTER + BOTH.replace("VALUE", "1"), "&a", "&b", RACE, entry="questions"),
    "order of a deadlock": Pair("ordering", LOCKS + BOTH.replace("VALUE", "1"), "&a", "&b", DEADLOCK, entry="questions"),
    "order under tso": Pair(
        "ordering",
        BUFFERED + BOTH.replace("VALUE", "seen_x + seen_y > 0"),
        "__sync_synchronize()",
        "",
        entry="questions",
        options={"memory_model": "tso"},
    ),
}
