"""Random programs as proofs thread by thread are made for: loops, few or many threads, and data that something protects.

Each shared variable has a protection: a mutex (its own, a member beside it, an element of an array of locks), a spin lock that
is a flag, `trylock`, a semaphore, an atomic type, a hand-over by a flag or a condition, the time before the threads are there or
after they were joined, or a cell for each thread. Most accesses keep to it; a few do not, so that programs are on both sides of
the verdict. Loops have small bounds, values stay small, so that plain enumeration ends.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.fuzz.tree import Node, node, seq

HEAD = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
"""
SIZES = ("int", "unsigned char", "signed char", "short", "unsigned")


@dataclass(frozen=True, slots=True)
class Protection:
    """How a region that may touch `places` begins and ends; a prefix that ends with `{` opens a block."""

    before: str
    after: str
    places: tuple[str, ...]


@dataclass(slots=True)
class Looping:
    rng: random.Random
    tops: list[str] = field(default_factory=list)
    setup: list[str] = field(default_factory=list)
    protections: list[Protection] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)  # assertions that may hold
    wrong: float = 0.0  # how often a region begins and ends with nothing, or as another one does
    depth: int = 0

    # -- what is shared, and by what it is protected ---------------------------------------------------------------------

    def shared(self) -> None:
        makers = (self._mutex, self._mutex, self._member, self._locks, self._spin, self._trylock, self._semaphore)
        makers += (self._atomic, self._condition, self._pointer, self._rwlock, self._mutex)  # type: ignore[assignment]
        for number in range(self.rng.choice((1, 1, 2))):
            self.rng.choice(makers)(number)

    def _data(self, number: int, how: str = "") -> str:
        type_ = self.rng.choice(SIZES)
        self.tops.append(f"{how}{type_} x{number};")
        return f"x{number}"

    def _protect(self, before: str, after: str, *places: str) -> None:
        self.protections.append(Protection(before, after, places))

    def _mutex(self, number: int) -> None:
        self.tops.append(f"pthread_mutex_t m{number} = PTHREAD_MUTEX_INITIALIZER;")
        places = [self._data(number)]
        if self.rng.random() < 0.3:
            self.tops.append(f"int a{number}[2];")
            places.append(f"a{number}[__VERIFIER_nondet_int() & 1]")
        self._protect(f"pthread_mutex_lock(&m{number});", f"pthread_mutex_unlock(&m{number});", *places)

    def _member(self, number: int) -> None:
        """A lock beside the data, on the heap or not."""
        self.tops.append(f"struct box{number} {{ int v; pthread_mutex_t lock; }} *b{number};")
        if self.rng.random() < 0.5:
            self.setup.append(f"b{number} = malloc(sizeof *b{number}); b{number}->v = 0;")
        else:
            self.tops.append(f"struct box{number} home{number};")
            self.setup.append(f"b{number} = &home{number};")
        self.setup.append(f"pthread_mutex_init(&b{number}->lock, 0);")
        self._protect(f"pthread_mutex_lock(&b{number}->lock);", f"pthread_mutex_unlock(&b{number}->lock);", f"b{number}->v")

    def _locks(self, number: int) -> None:
        """An array of locks, one for each element."""
        self.tops.append(f"pthread_mutex_t ms{number}[2]; int d{number}[2];")
        self.setup.append(f"for (int i = 0; i < 2; i++) pthread_mutex_init(&ms{number}[i], 0);")
        self._protect(
            f"{{ int k = {self.rng.choice(('n & 1', 'l & 1', '1'))}; pthread_mutex_lock(&ms{number}[k]);",
            f"pthread_mutex_unlock(&ms{number}[k]); }}",
            f"d{number}[k]",
        )

    def _spin(self, number: int) -> None:
        self.tops.append(f"int s{number};")
        take = f"__VERIFIER_atomic_begin(); __VERIFIER_assume(s{number} == 0); s{number} = 1; __VERIFIER_atomic_end();"
        free = f"__VERIFIER_atomic_begin(); s{number} = 0; __VERIFIER_atomic_end();"
        if self.rng.random() < 0.5:
            self.tops[-1] = f"atomic_int s{number};"
            take = f"while (atomic_exchange(&s{number}, 1)) {{}}"
            free = f"atomic_store(&s{number}, 0);"
        self._protect(take, free, self._data(number))

    def _trylock(self, number: int) -> None:
        self.tops.append(f"pthread_mutex_t m{number} = PTHREAD_MUTEX_INITIALIZER;")
        again = self.rng.choice(("if (pthread_mutex_trylock(&m{0}) == 0) {{", "{{ while (pthread_mutex_trylock(&m{0})) {{}}"))
        self._protect(again.format(number), f"pthread_mutex_unlock(&m{number}); }}", self._data(number))

    def _semaphore(self, number: int) -> None:
        self.tops.append(f"sem_t e{number};")
        self.setup.append(f"sem_init(&e{number}, 0, {self.rng.choice('1112')});")
        self._protect(f"sem_wait(&e{number});", f"sem_post(&e{number});", self._data(number))

    def _rwlock(self, number: int) -> None:
        self.tops.append(f"pthread_rwlock_t r{number} = PTHREAD_RWLOCK_INITIALIZER;")
        self._protect(f"pthread_rwlock_wrlock(&r{number});", f"pthread_rwlock_unlock(&r{number});", self._data(number))

    def _atomic(self, number: int) -> None:
        self._protect("", "", self._data(number, "_Atomic "))

    def _condition(self, number: int) -> None:
        """A slot that one side fills and the other one empties."""
        self.tops.append(f"pthread_mutex_t m{number} = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c{number}; int full{number};")
        if self.rng.random() < 0.5:
            self.facts.append(f"full{number} == 0 || full{number} == 1")
        wait = f"while (full{number} == %d) pthread_cond_wait(&c{number}, &m{number});"
        data = self._data(number)
        for full in (0, 1):
            signal = f"pthread_cond_{self.rng.choice(('signal', 'broadcast'))}(&c{number});"
            before = f"pthread_mutex_lock(&m{number}); {wait % (1 - full)}"
            self._protect(before, f"full{number} = {1 - full}; {signal} pthread_mutex_unlock(&m{number});", data)

    def _pointer(self, number: int) -> None:
        """Data and lock behind pointers that may change."""
        self.tops.append(f"int y{number}, z{number}, *p{number} = &y{number};")
        self.tops.append(f"pthread_mutex_t m{number} = PTHREAD_MUTEX_INITIALIZER, *w{number} = &m{number};")
        places = [f"*p{number}", f"y{number}"]
        self._protect(f"pthread_mutex_lock(w{number});", f"pthread_mutex_unlock(w{number});", *places)
        if self.rng.random() < 0.5:
            self._protect(
                f"pthread_mutex_lock(&m{number}); p{number} = &z{number};", f"pthread_mutex_unlock(&m{number});", *places
            )

    # -- statements ------------------------------------------------------------------------------------------------------

    def value(self) -> str:
        return self.rng.choice(("0", "1", "2", "l", "n", "l + 1", "l & 3", "n * 2", "__VERIFIER_nondet_int() & 1"))

    def region(self) -> Node:
        rng = self.rng
        chosen = rng.choice(self.protections)
        before, after = chosen.before, chosen.after
        if rng.random() < self.wrong:
            other = rng.choice(self.protections)
            blocks = "k = " in before or "k = " in other.before
            before, after = (before, after) if blocks else rng.choice((("", ""), (other.before, other.after)))
        body = [self.access(rng.choice(chosen.places)) for _ in range(rng.choice((1, 1, 2)))]
        return node("fix", before + "\n", seq(body), after + "\n")

    def access(self, place: str) -> Node:
        rng = self.rng
        texts = (
            f"{place} = {self.value()};",
            f"l = {place};",
            f"{place} = ({place} + 1) & 3;",
            f"{place} = {place} + 1;",
            f"if ({place} == {rng.randrange(3)}) l = {place};",
            f"{place} = l; l = {place};",
            f"assert({place} {rng.choice(('<=', '!=', '<'))} {rng.choice((2, 3, 4, 9))});",
            f"{place} = {place} ? 0 : 1;",
        )
        return node("stmt", rng.choice(texts) + "\n")

    def statement(self) -> Node:
        rng = self.rng
        roll = rng.random()
        if roll < 0.5 or self.depth > 1:
            return self.region()
        self.depth += 1
        if roll < 0.75:
            head = rng.choice(
                (
                    f"for (int i = 0; i < {rng.randint(1, 3)}; i++) {{\n",
                    f"for (l = 0; l < {rng.randint(1, 2)}; l++) {{\n",
                    "while (__VERIFIER_nondet_int()) {\n",
                )
            )
            found = node("fix", head, seq([self.statement() for _ in range(rng.choice((1, 1, 2)))]), "}\n")
        elif roll < 0.9:
            condition = rng.choice(("l == 1", "n", "l < n", "__VERIFIER_nondet_int()"))
            found = node("fix", f"if ({condition}) {{\n", seq([self.statement()]), "}\n")
        else:
            found = node("stmt", rng.choice(("l = (l + 1) & 3;", "l = n;", "cells[n & 3] = l;", "assert(l <= 3);")) + "\n")
        self.depth -= 1
        return found

    # -- the whole -------------------------------------------------------------------------------------------------------

    def build(self) -> Node:
        rng = self.rng
        self.wrong = rng.choice((0.0, 0.0, 0.05, 0.3))
        self.shared()
        self.tops.append("int cells[4];")
        templates = rng.choice((1, 1, 2))
        functions = []
        for number in range(templates):
            body = [self.statement() for _ in range(rng.choice((1, 2, 2)))]
            head = f"void *f{number}(void *arg) {{\nint l = 0, n = (int)(long)arg;\n"
            functions.append(node("fix", head, seq(body), "return 0;\n}\n"))
        before = [self.access(place) for chosen in self.protections for place in chosen.places if "k" not in place]
        before = [rng.choice(before)] if before and rng.random() < 0.5 else []
        during = [self.statement()] if rng.random() < 0.4 else []
        after = [self.access(place) for chosen in self.protections for place in chosen.places if "k" not in place]
        after = [rng.choice(after)] if after and rng.random() < 0.6 else []
        if self.facts and rng.random() < 0.5:
            after.append(node("stmt", f"assert({rng.choice(self.facts)});\n"))
        create, join = self._threads(templates)
        setup = [node("stmt", text + "\n") for text in self.setup]
        main = node(
            "fix", "int main(void) {\nint l = 0, n = 0; (void)l; (void)n;\n", seq(setup), seq(before), create, seq(during)
        )
        tops = [node("stmt", text + "\n") for text in self.tops]
        return node("fix", HEAD, seq(tops), seq(functions), main, join, seq(after), "return 0;\n}\n")

    def _threads(self, templates: int) -> tuple[Node, Node]:
        rng = self.rng
        joined = rng.random() < 0.8
        if rng.random() < 0.5:
            count = rng.choice((1, 2, 2, 3)) if templates == 1 else 1
            one = "".join(
                f"pthread_create(&t[{number} * {count} + i], 0, f{number}, (void *)i);\n" for number in range(templates)
            )
            create = f"pthread_t t[{templates * count}];\nfor (long i = 0; i < {count}; i++) {{\n{one}}}\n"
            join = f"for (int i = 0; i < {templates * count}; i++) pthread_join(t[i], 0);\n"
        else:
            count = rng.choice((1, 2, 2))
            numbers = [number for number in range(templates) for _ in range(count)][:3]
            create = "".join(
                f"pthread_t t{i};\npthread_create(&t{i}, 0, f{number}, (void *){i});\n" for i, number in enumerate(numbers)
            )
            join = "".join(f"pthread_join(t{i}, 0);\n" for i in range(len(numbers)))
        return node("fix", create), node("stmt", join if joined else "")


def looping(seed: int) -> Node:
    return Looping(random.Random(f"loops {seed}")).build()
