"""FairThreads once more, as plainly as possible: threads are Python generators, every order of the threads is tried from the
beginning, an instant is a loop over that order until nobody moves. Random models have the same final states here and in the
enumeration of all schedules. The variable `h` mixes up everything that happens, so the order of any two actions shows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any

Statement = tuple[Any, ...]
Body = list[Statement]
INSTANTS = 6
PRIME = 251


def random_body(rng: random.Random, threads: int, depth: int = 1) -> Body:
    body: Body = []
    for _ in range(rng.randint(1, 4)):
        roll, event, other = rng.random(), rng.randrange(2), rng.randint(1, threads)
        if roll < 0.2:
            body.append(("await", event, rng.choice((None, None, 0, 1, 2))))
        elif roll < 0.35:
            body.append(("cooperate", rng.choice((0, 1, 1, 2))))
        elif roll < 0.55:
            body.append(("generate", event))
        elif roll < 0.62:
            body.append(("broadcast", event))
        elif roll < 0.7:
            body.append(("put", rng.randrange(8)))
        elif roll < 0.78:
            body.append(("get", rng.randrange(2)))
        elif roll < 0.84:
            body.append(("join", other, rng.choice((None, 1, 2))))
        elif roll < 0.94:
            body.append((rng.choice(("stop", "suspend", "resume", "resume")), other))
        elif depth:
            body.append(("loop", rng.randint(1, 2), random_body(rng, threads, depth - 1)))
        body.append(("mix", rng.randrange(PRIME)))
    return body


# -- as IVL ------------------------------------------------------------------------------------------------------------


def mixed(text: str) -> str:
    return f"h = (h * 7 + {text}) % {PRIME};\n"


def statement_text(statement: Statement) -> str:
    def limit(value: int | None) -> str:
        return "" if value is None else f", {value}"

    match statement:
        case ("await", event, bound):
            return mixed(f"(await(e{event}{limit(bound)}) ? 3 : 1)")
        case ("join", thread, bound):
            return mixed(f"(join(T{thread}{limit(bound)}) ? 3 : 1)")
        case ("cooperate", instants):
            return f"cooperate({instants});\n"
        case ("generate" | "broadcast" as word, event):
            return f"{word}(e{event});\n"
        case ("put", value):
            return f"generate(ev, {value});\n"
        case ("get", number):
            return "got = 9;\n" + mixed(f"(get_value(ev, {number}, got) ? got : 8)")
        case ("stop", thread):
            return f"stop(T{thread});\n"
        case ("suspend" | "resume" as word, thread):
            return f"{word} T{thread};\n"
        case ("loop", times, body):
            return f"for (int i = 0; i < {times}; i++) {{\n{body_text(body)}}}\n"
        case ("mix", value):
            return mixed(str(value))
    raise AssertionError(statement)


def body_text(body: Body) -> str:
    return "".join(map(statement_text, body))


def model_text(bodies: list[Body], suspended: int = 0) -> str:
    threads = [f"thread T{n} {{\nint got;\n{body_text(body)}}}\n" for n, body in enumerate(bodies, 1)]
    before = f"suspend T{suspended}; " if suspended else ""
    declared = "scheduler fairthreads;\nint h;\nevent e0, e1;\nevent(u8, 64) ev;\n"
    return f"{declared}{''.join(threads)}main {{ {before}start {INSTANTS}; }}\n"


# -- as C --------------------------------------------------------------------------------------------------------------

ORDERS = {"stop": "ft_scheduler_stop", "suspend": "ft_scheduler_suspend", "resume": "ft_scheduler_resume"}


def c_statement(statement: Statement) -> str:
    match statement:
        case ("await", event, None):
            return f"ft_thread_await(e{event});"
        case ("await", event, bound):
            return f"ft_thread_await_n(e{event}, {bound})"
        case ("join", thread, None):
            return f"ft_thread_join(T{thread})"
        case ("join", thread, bound):
            return f"ft_thread_join_n(T{thread}, {bound})"
        case ("cooperate", instants):
            return f"ft_thread_cooperate_n({instants});\n"
        case ("generate", event):
            return f"ft_thread_generate(e{event});\n"
        case ("broadcast", event):
            return f"ft_scheduler_broadcast(e{event});\n"
        case ("put", value):
            return f"ft_thread_generate_value(ev, (void *){value});\n"
        case ("get", number):
            return f"ft_thread_get_value(ev, {number}, &got)"
        case ("loop", times, body):
            return f"for (int i = 0; i < {times}; i++) {{\n{c_body(body)}}}\n"
        case ("mix", value):
            return mixed(str(value))
        case (word, thread):
            return f"{ORDERS[word]}(T{thread});\n"
    raise AssertionError(statement)


def c_body(body: Body) -> str:
    """What waits is mixed with the value of `h` before, as in IVL."""
    lines = []
    for statement in body:
        text = c_statement(statement).rstrip(";")
        if statement[0] in ("await", "join"):
            lines.append("{ int old = h; int came = " + text + f" == OK; h = (old * 7 + (came ? 3 : 1)) % {PRIME}; }}\n")
        elif statement[0] == "get":
            lines.append(
                "{ int old = h; int came = " + text + f" == OK; h = (old * 7 + (came ? (int)(long)got : 8)) % {PRIME}; }}\n"
            )
        else:
            lines.append(c_statement(statement))
    return "".join(lines)


def c_text(bodies: list[Body], suspended: int = 0) -> str:
    names = [f"T{n}" for n in range(1, len(bodies) + 1)]
    threads = [f"void run{name}(void *unused) {{\nvoid *got = 0;\n{c_body(b)}}}\n" for name, b in zip(names, bodies, strict=True)]
    events = "".join(f"{event} = ft_event_create(s);\n" for event in ("e0", "e1", "ev"))
    made = "".join(f"{name} = ft_thread_create(s, run{name}, NULL, NULL);\n" for name in names)
    before = f"ft_scheduler_suspend(T{suspended});\n" if suspended else ""
    head = f"#include <fthread.h>\nint h;\nft_event_t e0, e1, ev;\nft_thread_t {', '.join(names)};\n"
    start = f"{events}{made}{before}ft_scheduler_start(s);\nft_exit();\n"
    main = f"int main(void) {{\nft_scheduler_t s = ft_scheduler_create();\n{start}}}\n"
    return head + "".join(threads) + main


# -- executed ----------------------------------------------------------------------------------------------------------


class World:
    def __init__(self, bodies: list[Body], order: tuple[int, ...], suspended: int) -> None:
        self.h = 0
        self.order = order
        self.here: set[int] = set()
        self.coming: set[int] = set()
        self.values: list[int] = []
        self.orders: list[tuple[str, int]] = [("suspend", suspended)] if suspended else []
        self.asleep: set[int] = set()
        self.ended: set[int] = set()
        self.instant = 0
        self.threads = {n: self.execute(body, n) for n, body in enumerate(bodies, 1)}
        self.waits: dict[int, list[Any]] = {n: ["ready"] for n in self.threads}

    def mix(self, value: int) -> None:
        self.h = (self.h * 7 + value) % PRIME

    def execute(self, body: Body, me: int) -> Iterator[list[Any]]:
        """Yields what it waits for; the answer is in `self.answer`."""
        for statement in body:
            match statement:
                case ("loop", times, inner):
                    for _ in range(times):
                        yield from self.execute(inner, me)
                case ("await", event, bound):
                    before = self.h
                    yield ["event", event, bound]
                    self.h = (before * 7 + (3 if self.answer else 1)) % PRIME
                case ("join", other, bound):
                    before = self.h
                    yield ["end", other, bound]
                    self.h = (before * 7 + (3 if self.answer else 1)) % PRIME
                case ("cooperate", instants):
                    yield ["nothing", 0, instants]
                case ("get", number):
                    before = self.h
                    yield ["value", number, 1]
                    self.h = (before * 7 + (self.values[number] if self.answer else 8)) % PRIME
                case ("generate", event):
                    self.here.add(event)
                case ("broadcast", event):
                    self.coming.add(event)
                case ("put", value):
                    self.values.append(value)
                case ("mix", value):
                    self.mix(value)
                case (word, other):
                    self.orders.append((word, other))

    def holds(self, wait: list[Any]) -> bool:
        kind, what = wait[0], wait[1] if len(wait) > 1 else 0
        return (
            kind == "ready"
            or (kind == "event" and what in self.here)
            or (kind == "end" and what in self.ended)
            or (kind == "value" and what < len(self.values))
        )

    def move(self, thread: int) -> bool:
        """Let a thread run as far as it gets; whether it did at all."""
        wait = self.waits[thread]
        if thread in self.ended or thread in self.asleep or not (self.holds(wait) or wait[-1] == 0):
            return False
        while True:
            self.answer = self.holds(wait)
            try:
                wait = next(self.threads[thread])
            except StopIteration:
                self.ended.add(thread)
                return True
            if not self.holds(wait) and wait[-1] != 0:
                self.waits[thread] = wait
                return True

    def begin(self) -> None:
        self.instant += 1
        self.here, self.coming, self.values = self.coming, set(), []
        for word, thread in self.orders:
            if word == "stop":
                self.ended.add(thread)
            elif word == "suspend":
                self.asleep.add(thread)
            else:
                self.asleep.discard(thread)
        self.orders = []
        for thread, wait in self.waits.items():
            if thread not in self.asleep and self.instant > 1 and len(wait) > 2 and wait[2]:
                wait[2] -= 1
                if not wait[2] and not (wait[0] == "end" and wait[1] in self.ended):
                    self.waits[thread] = ["late", 0, 0]

    def run(self, instants: int) -> int:
        while self.instant < instants:
            self.begin()
            while sum(self.move(thread) for thread in self.order):
                pass
        return self.h


def final_states(bodies: list[Body], suspended: int = 0, instants: int = INSTANTS) -> set[tuple[int]]:
    numbers = range(1, len(bodies) + 1)
    return {(World(bodies, order, suspended).run(instants),) for order in permutations(numbers)}
