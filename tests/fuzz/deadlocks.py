"""Oracle: where `modular` proves that no threads wait for ever, plain enumeration finds no deadlock.

A program is main and up to three threads over a few locks of all kinds, a semaphore, a condition variable, a barrier and
joins. Most take locks in one order and give them back; some steps in a program do not. `python -m tests.fuzz.deadlocks COUNT
[FIRST]`."""

from __future__ import annotations

import random
import sys
from collections import Counter

from tests.fuzz.engines import verdict
from threadproof.config.options import Config
from threadproof.properties import DEADLOCK

HEAD = """#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_spinlock_t s; pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER; pthread_cond_t v = PTHREAD_COND_INITIALIZER;
pthread_once_t o = PTHREAD_ONCE_INIT; pthread_barrier_t n; sem_t q;
pthread_t t[3];
int x, flag;
void once(void) { BODY }
"""
ORDER = ("e", "w", "a", "b", "s", "c", "r")


class Generator:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.threads = self.rng.randrange(1, 4)
        self.wild = self.rng.choice([0.0, 0.0, 0.05, 0.2])  # how often locks are taken in another order, or kept
        self.locks = self.rng.sample(ORDER, self.rng.randrange(1, 4))
        self.others = self.rng.sample(["sem", "cond", "once", "barrier", "join", "again"], self.rng.choice([0, 0, 1, 1, 2]))

    def program(self) -> str:
        bodies = [
            f"void *f{i}(void *p) {{ {self.block(self.rng.randrange(1, 4), (), i)} return 0; }}" for i in range(self.threads)
        ]
        bodies.reverse()  # threads may create later ones
        once = self.region((), 9, 0) if self.rng.random() < 0.5 else "x = 1;"
        names = "\n".join(f"void *f{i}(void *p);" for i in range(self.threads))
        return HEAD.replace("BODY", once) + names + "\n" + "\n".join(bodies) + f"\nint main(void) {{ {self.main()} }}\n"

    def main(self) -> str:
        rng = self.rng
        parts = [f"sem_init(&q, 0, {rng.choice([0, 1, 1])}); pthread_barrier_init(&n, 0, 2); pthread_spin_init(&s, 0);"]
        same = rng.random() < 0.3
        for i in range(self.threads):
            parts.append(f"pthread_create(&t[{i}], 0, f{0 if same else i}, 0);")
            if rng.random() < 0.2:
                parts.append(self.block(1, (), 7))
        if rng.random() < 0.4:
            parts.append(self.block(1, (), 7))
        joins = [f"pthread_join(t[{i}], 0);" for i in range(self.threads) if rng.random() < 0.8]
        if rng.random() < self.wild:
            joins = [self.taken(rng.choice(self.locks), "".join(joins))]
        parts += joins
        if rng.random() < 0.2:
            parts.append("pthread_exit(0);")
        elif rng.random() < 0.15:
            parts.append("while (1) ;")
        return "\n    ".join([*parts, "return 0;"])

    def block(self, count: int, held: tuple[str, ...], who: int) -> str:
        return " ".join(self.statement(held, who) for _ in range(count))

    def statement(self, held: tuple[str, ...], who: int) -> str:
        rng = self.rng
        pick = rng.randrange(14)
        if pick < 6:
            return self.region(held, who, rng.randrange(3))
        if pick == 6:
            return f"if ({self.condition()}) {{ {self.region(held, who, 1)} }}"
        if pick == 7 and rng.random() < self.wild:
            return f"if ({self.condition()}) {rng.choice(['return 0', 'pthread_exit(0)']) if who < 7 else 'x = 2'};"
        if pick == 8:
            return f"while ({self.condition()}) {{ {self.region(held, who, 1)} }}" if rng.random() < 0.5 else "x = 1 - x;"
        if pick == 9:
            return f"x = {rng.choice(['0', '1', 'flag', '!x'])};"
        if pick < 13 and self.others:
            return self.other(rng.choice(self.others), held, who)
        return f"flag = {rng.randrange(2)};"

    def condition(self) -> str:
        return self.rng.choice(["__VERIFIER_nondet_bool()", "x", "flag", "flag == 0", "x != flag"])

    def region(self, held: tuple[str, ...], who: int, depth: int) -> str:
        rng = self.rng
        free = [lock for lock in self.locks if not held or ORDER.index(lock) > max(map(ORDER.index, held))]
        if rng.random() < self.wild:
            free = list(self.locks)
        if not free:
            return "x = 0;"
        lock = rng.choice(free)
        inner = self.block(1, (*held, lock), who) if depth else rng.choice(["x = !x;", "flag = 1;", "x = flag;", ""])
        return self.taken(lock, inner)

    def taken(self, lock: str, inner: str) -> str:
        rng = self.rng
        kind = {"s": "spin", "w": "rwlock"}.get(lock, "mutex")
        take = rng.choice(["rdlock", "wrlock"]) if kind == "rwlock" else "lock"
        give = "" if rng.random() < self.wild / 2 else f"pthread_{kind}_unlock(&{lock});"
        if rng.random() < 0.2:
            attempt = {"rwlock": f"try{take}"}.get(kind, "trylock")
            return f"if (pthread_{kind}_{attempt}(&{lock}) == 0) {{ {inner} {give} }}"
        if kind == "mutex" and rng.random() < 0.08:
            take_some = f"if ({self.condition()}) {{ pthread_mutex_lock(&{lock}); got = 1; }}"
            return f"{{ int got = 0; {take_some} {inner} if (got) {give or ';'} }}"
        if lock in ("r", "e") and rng.random() < 0.4:
            again = f"pthread_mutex_lock(&{lock});" + (f" pthread_mutex_unlock(&{lock});" if lock == "r" else "")
            return f"pthread_mutex_lock(&{lock}); {again} {inner} {give}"
        if kind == "mutex" and rng.random() < 0.08:
            pointer = f"{{ pthread_mutex_t *p = {self.condition()} ? &{lock} : &{rng.choice('abc')};"
            return f"{pointer} pthread_mutex_lock(p); {inner} pthread_mutex_unlock(p); }}"
        return f"pthread_{kind}_{take}(&{lock}); {inner} {give}"

    def other(self, kind: str, held: tuple[str, ...], who: int) -> str:
        rng = self.rng
        match kind:
            case "sem":
                both = f"sem_wait(&q); {self.block(1, held, who) if rng.random() < 0.5 else 'x = !x;'} sem_post(&q);"
                return rng.choice([both, both, both, "sem_wait(&q);", "sem_post(&q);"])
            case "cond":
                wake = rng.choice(["signal", "broadcast"])
                wait = "while (!flag) pthread_cond_wait(&v, &a);"
                if rng.random() < 0.2:
                    wait = "pthread_cond_wait(&v, &a);"
                step = rng.choice([wait, f"flag = 1; pthread_cond_{wake}(&v);", f"flag = 1; pthread_cond_{wake}(&v);"])
                return step if "a" in held else f"pthread_mutex_lock(&a); {step} pthread_mutex_unlock(&a);"
            case "once":
                return "pthread_once(&o, once);"
            case "barrier":
                return "pthread_barrier_wait(&n);"
            case "join" if who + 1 < self.threads:
                return f"pthread_join(t[{rng.randrange(who + 1, self.threads)}], 0);"
            case "again":
                return rng.choice(["pthread_mutex_init(&a, 0);", "pthread_mutex_destroy(&a);", "pthread_mutex_unlock(&b);"])
        return "x = 2;"


def disagreement(seed: int, seconds: float = 3.0) -> tuple[str, str]:
    """The verdict of `modular`, and what contradicts it, if anything."""
    text = Generator(seed).program()
    found = verdict(text, Config(engine="modular", property=DEADLOCK, timeout=seconds))
    if found not in ("TRUE", "UNKNOWN"):
        return found, found
    if found == "TRUE":
        expected = verdict(text, Config(engine="explicit", property=DEADLOCK, timeout=seconds))
        if expected == "FALSE":
            return found, "modular: TRUE; explicit: FALSE"
        return f"TRUE, explicit {expected}", ""
    return found, ""


def main(count: int, first: int) -> None:
    verdicts: Counter[str] = Counter()
    for seed in range(first, first + count):
        found, wrong = disagreement(seed)
        verdicts[found] += 1
        if wrong:
            print(f"seed {seed}: {wrong}\n{Generator(seed).program()}", flush=True)
        if seed % 100 == 99:
            print(seed, dict(verdicts), flush=True)
    print(dict(verdicts))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
