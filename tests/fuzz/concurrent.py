"""Random multi-threaded programs, small enough for plain enumeration, and free of what a native run could not be judged by.

Each statement makes one plain shared access per side, so that the order of evaluation within an expression does not matter.
Programs end: locks are taken in one order, a thread waits only for signals, posts and flags of threads with a smaller number, at
its top level and without holding a lock. What an atomic block touches is touched in atomic blocks only, because a native run can
protect these blocks from each other, but not from everything else. Results are the globals `r0, r1, ...`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.fuzz.regions import Regions, Shared
from tests.fuzz.tree import Node, node, seq

HEADERS = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
"""
INT_TYPES = ("int", "unsigned", "signed char", "unsigned char", "short", "long", "unsigned long long", "uint16_t")


@dataclass(frozen=True, slots=True)
class Knobs:
    """How large a program may get: the product over threads of (visible operations + 1) bounds the interleavings."""

    states: int = 500
    max_threads: int = 4
    assertions: float = 0.4
    waiting: float = 0.4  # probability of waiting between threads (conditions, semaphores, barriers)


@dataclass(frozen=True, slots=True)
class Concurrent:
    """A program and the names of its results."""

    tree: Node
    results: tuple[str, ...]


@dataclass(slots=True)
class Thread:
    """A thread under construction."""

    number: int
    body: list[Node] = field(default_factory=list)


class Builder:
    def __init__(self, seed: int, knobs: Knobs) -> None:
        self.rng = random.Random(seed)
        self.knobs = knobs
        self.count = self.rng.choice((2, 2, 2, 3, 3, 4)[: 2 * knobs.max_threads - 2])
        self.tops: list[Node] = []
        self.setup: list[Node] = []
        self.shared = self._shared()
        self.threads = [Thread(i) for i in range(self.count)]
        self.mains: list[Node] = []  # what main does between creating and joining

    # -- globals -----------------------------------------------------------------------------------------------------

    def _shared(self) -> Shared:
        rng = self.rng
        shared = Shared()
        for i in range(rng.randint(1, 3)):
            shared.plain.append(f"@x{i}")
            init = f" = {rng.randint(-2, 3)}" if rng.random() < 0.5 else ""
            self.top(f"{rng.choice(('', 'volatile '))}{rng.choice(INT_TYPES)} @x{i}{init};")
        if rng.random() < 0.4:
            self.top(f"{rng.choice(INT_TYPES)} @a[2];")
            shared.arrays.append("@a")
        if rng.random() < 0.3:
            self.top("struct @pair { unsigned lo : 4; unsigned hi : 3; short other; } @s;")
            shared.plain += ["@s.lo", "@s.hi", "@s.other"]
        if rng.random() < 0.3:
            self.top("int @y0, @y1 = 1; int *@ptr = &@y0;")
            shared.plain += ["@y0", "(*@ptr)"]
            shared.targets = ("@ptr", ("&@y0", "&@y1"))
        if rng.random() < 0.5:
            self.top(f"{rng.choice(('int', 'unsigned', 'long', 'unsigned char'))} @b0;")
            shared.builtin.append("@b0")
        if rng.random() < 0.5:
            self.top(f"{rng.choice(('_Atomic int', 'atomic_uint', '_Atomic unsigned char', 'atomic_long'))} @c0;")
            shared.c11.append("@c0")
        if rng.random() < 0.35:
            self.top("int @z0, @z1 = 2;")
            shared.blocks += ["@z0", "@z1"]
            self.top(
                "void __VERIFIER_atomic_@swap(void) {\n$[__VERIFIER_atomic_begin();$|$]\n"
                "int t = @z0;\n@z0 = @z1;\n@z1 = t;\n$[__VERIFIER_atomic_end();$|$]\n}"
            )
        if rng.random() < 0.2:
            self.top("__thread int @tl = 1;")
            shared.thread_local = "@tl"
        if rng.random() < 0.2:
            shared.once = ("@once", "@init")
            self.top(f"pthread_once_t @once = PTHREAD_ONCE_INIT;\nvoid @init(void) {{ {rng.choice(shared.plain)} += 1; }}")
        if rng.random() < 0.25:
            self.top("int *@heap;")
            self.prepare("@heap = malloc(2 * sizeof *@heap); @heap[0] = 1; @heap[1] = 2;")
            shared.plain += ["@heap[0]", "@heap[1]"]
            shared.ints += ["&@heap[0]", "@heap + 1"]
        if rng.random() < 0.25:
            self.top("int *@frame;")
            self.prepare("int home[2] = { 3, 4 }; @frame = home;")
            shared.plain.append("@frame[1]")
            shared.ints.append("@frame + 1")
        if shared.ints:
            self.top("int @bump(int *p, int by) {\n*p $[= ({ int old = *p; `old; }) +$|+=$] by;\nreturn by + 1;\n}")
        self._locks(shared)
        return shared

    def top(self, text: str) -> None:
        self.tops.append(node("stmt", text + "\n"))

    def prepare(self, text: str) -> None:
        self.setup.append(node("stmt", text + "\n"))

    def _locks(self, shared: Shared) -> None:
        """Locks of several kinds in several places, in the order in which they may be nested."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.4:
            self.top("pthread_mutex_t @m = PTHREAD_MUTEX_INITIALIZER;")
            shared.locks.append(("mutex", "&@m"))
        elif roll < 0.55:
            self.top("pthread_mutex_t @ms[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };")
            shared.locks += [("mutex", "&@ms[0]"), ("mutex", "@ms + 1")]
        elif roll < 0.7:
            self.top("struct @box { int pad; pthread_mutex_t lock; } @box;\nstruct @box *@where = &@box;")
            self.prepare("pthread_mutex_init(&@box.lock, 0);")
            shared.locks.append(("mutex", "&@where->lock"))
        elif roll < 0.8:
            self.top("pthread_mutex_t *@mp;")
            self.prepare("pthread_mutex_t local; pthread_mutex_init(&local, 0); @mp = &local;")
            shared.locks.append(("mutex", "@mp"))
        roll = rng.random()
        if roll < 0.2:
            self.top("pthread_rwlock_t @rw = PTHREAD_RWLOCK_INITIALIZER;")
            shared.locks.append(("rwlock", "&@rw"))
        elif roll < 0.3:
            self.top("pthread_spinlock_t @spin;")
            self.prepare("pthread_spin_init(&@spin, 0);")
            shared.locks.append(("spin", "&@spin"))
        elif roll < 0.4:
            self.top("sem_t @sl;")
            self.prepare("sem_init(&@sl, 0, 1);")
            shared.locks.append(("sem", "&@sl"))
        elif roll < 0.5:
            self.top("pthread_mutex_t @rec;")
            self.prepare(
                "pthread_mutexattr_t attr; pthread_mutexattr_init(&attr); "
                "pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&@rec, &attr);"
            )
            shared.locks.append(("recursive", "&@rec"))
        elif roll < 0.58:
            self.top("atomic_flag @flag = ATOMIC_FLAG_INIT;")
            shared.locks.append(("flag", "&@flag"))

    # -- threads -----------------------------------------------------------------------------------------------------

    def fill(self) -> None:
        """Give every thread its statements; main takes part with a few."""
        budget = int(self.knobs.states ** (1 / self.count)) - 1
        for thread in self.threads:
            maker = Regions(self.rng, self.shared, f"t{thread.number}")
            maker.room = max(2, self.rng.randint(budget // 2, budget))
            while maker.room > 0:
                thread.body.append(maker.statement(0, 2))
        if self.rng.random() < 0.3:
            maker = Regions(self.rng, self.shared, "main")
            maker.room = 1
            self.mains.append(maker.statement(0, 1))
        if self.rng.random() < self.knobs.waiting:
            self.rng.choice((self._condition, self._semaphore, self._barrier, self._flag))()
        if self.rng.random() < 0.15:
            self._nested()
        if self.rng.random() < self.knobs.assertions:
            self._assertion()

    def _put(self, thread: Thread, text: str) -> None:
        thread.body.insert(self.rng.randint(0, len(thread.body)), node("stmt", f"`{text}\n"))

    def _pair(self) -> tuple[Thread, Thread]:
        """(the one who tells, the one who waits)."""
        first, second = sorted(self.rng.sample(range(self.count), 2))
        return self.threads[first], self.threads[second]

    def _condition(self) -> None:
        tell, wait = self._pair()
        self.top("pthread_mutex_t @cm = PTHREAD_MUTEX_INITIALIZER;\npthread_cond_t @cv = PTHREAD_COND_INITIALIZER;\nint @ready;")
        signal = self.rng.choice(("signal", "broadcast"))
        loud = [
            f"@ready = 1;`pthread_cond_{signal}(&@cv);`pthread_mutex_unlock(&@cm);",
            f"@ready = 1;`pthread_mutex_unlock(&@cm);`pthread_cond_{signal}(&@cv);",
        ]
        self._put(tell, "pthread_mutex_lock(&@cm);`" + self.rng.choice(loud))
        self._put(wait, "pthread_mutex_lock(&@cm);`while (!@ready) pthread_cond_wait(&@cv, &@cm);`pthread_mutex_unlock(&@cm);")

    def _semaphore(self) -> None:
        tell, wait = self._pair()
        self.top("sem_t @sem;")
        self.prepare("sem_init(&@sem, 0, 0);")
        self._put(tell, "sem_post(&@sem);")
        self._put(wait, "sem_wait(&@sem);")

    def _barrier(self) -> None:
        self.top("pthread_barrier_t @bar;")
        self.prepare(f"pthread_barrier_init(&@bar, 0, {self.count});")
        for thread in self.threads:
            self._put(
                thread,
                self.rng.choice(
                    ("pthread_barrier_wait(&@bar);", "l0 += pthread_barrier_wait(&@bar) == PTHREAD_BARRIER_SERIAL_THREAD;")
                ),
            )

    def _flag(self) -> None:
        """Busy waiting on an atomic."""
        tell, wait = self._pair()
        self.top("atomic_int @go;")
        self._put(tell, "atomic_store(&@go, 1);")
        self._put(wait, "while (!atomic_load(&@go)) {$[sched_yield();$|$]}")

    def _nested(self) -> None:
        """A thread that has a thread of its own."""
        maker = Regions(self.rng, self.shared, "inner")
        maker.room = 2
        body = seq([maker.statement(0, 0) for _ in range(2)])
        self.tops.append(
            node("fix", "void *@inner(void *arg) {\nint l0 = 0, l1 = 2;\n", body, "return (void *)(intptr_t)(l0 + 1);\n}\n")
        )
        parent = self.threads[0].body
        begin = self.rng.randint(0, len(parent))
        end = self.rng.randint(begin, len(parent))
        parent.insert(end, node("stmt", "`{ void *v = 0; pthread_join(own, &v); l0 += (intptr_t)v; }\n"))
        parent.insert(begin, node("stmt", "pthread_t own; `pthread_create(&own, 0, @inner, 0);\n"))

    def _assertion(self) -> None:
        rng = self.rng
        local = rng.choice(("l0", "l1"))
        condition = rng.choice(
            (
                f"{local} != {rng.randint(-1, 6)}",
                f"{local} < {rng.randint(3, 9)}",
                f"{local} >= {rng.randint(-3, 0)}",
                "l0 != l1 + 1",
            )
        )
        rng.choice(self.threads).body.append(
            node("stmt", rng.choice((f"assert({condition});\n", f"if (!({condition})) reach_error();\n")))
        )

    # -- the whole ---------------------------------------------------------------------------------------------------

    def build(self) -> Concurrent:
        self.fill()
        results: list[str] = []
        ends: list[Node] = []

        def result(text: str) -> None:
            name = f"@r{len(results)}"
            results.append(name[1:])
            ends.append(node("stmt", f"{name} = {text};\n"))

        functions = [self._thread(thread) for thread in self.threads]
        in_array = self.rng.random() < 0.6
        handles = [f"t[{i}]" if in_array else f"t{i}" for i in range(self.count)]
        decl = f"pthread_t t[{self.count}];\n" if in_array else f"pthread_t {', '.join(handles)};\n"
        start = [
            node("stmt", f"`pthread_create(&{h}, 0, @f{i}, (void *)(intptr_t){self.rng.randint(0, 2)});\n")
            for i, h in enumerate(handles)
        ]
        joins = []
        for h in handles:
            name = f"@r{len(results)}"
            results.append(name[1:])
            joins.append(node("stmt", f"`{{ void *v = 0; pthread_join({h}, &v); {name} = (intptr_t)v; }}\n"))
        for place in self.shared.observed():
            result(place)
        decls = "".join(f"long long @{name} = -99;\n" for name in results)
        locals_ = node("fix", "int l0 = 0, l1 = 1; (void)l0; (void)l1;\n")
        main = node(
            "fix",
            "int @main(void) {\n",
            locals_,
            decl,
            seq(self.setup),
            seq(start),
            seq(self.mains),
            seq(joins),
            seq(ends),
            "return 0;\n}\n",
        )
        return Concurrent(node("fix", HEADERS, decls, seq(self.tops), seq(functions), main), tuple(results))

    def _thread(self, thread: Thread) -> Node:
        last = self.rng.choice(("return (void *)(intptr_t){};\n", "pthread_exit((void *)(intptr_t){});\n")).format(
            self.rng.choice(("l0", "l1", "(l0 * 5 + l1)"))
        )
        if last.startswith("pthread_exit"):
            last += "return 0;\n"
        head = f"void *@f{thread.number}(void *arg) {{\nint l0 = (int)(intptr_t)arg, l1 = {self.rng.randint(0, 3)};\n"
        return node("fix", head, seq(thread.body), last, "}\n")


def concurrent(seed: int, knobs: Knobs | None = None) -> Concurrent:
    return Builder(seed, knobs or Knobs()).build()
