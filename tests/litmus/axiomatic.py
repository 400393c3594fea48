"""Litmus tests by the axioms, with nothing of the store buffers: every way in which reads see writes, and writes to a place
follow each other, is tried.

An execution is allowed if two relations have no cycle: what is in program order at one place with reads-from, write order and
from-read (coherence); and what the model preserves of program order, and what fences order, with write order, from-read and
reads-from between threads. A model is one row: the pairs of a write (W) and a read (R) whose program order it preserves. Power
has axioms of its own (`power`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from tests.litmus import power
from tests.litmus.shapes import Litmus

PRESERVED = {
    "sc": {"RR", "RW", "WR", "WW"},
    "tso": {"RR", "RW", "WW"},
    "pso": {"RR", "RW"},
    "rmo": set(),
}
MODELS = (*PRESERVED, "power")
FENCES = {
    "F": ("RW", "RW"),
    "S": ("RW", "W"),
    "S.asm": ("W", "W"),
    "A": ("R", "RW"),
    "L": ("R", "RW"),
}  # what comes before, after
Outcome = tuple[tuple[tuple[int, ...], ...], tuple[tuple[str, int], ...]]
Relation = set[tuple["Event", "Event"]]


@dataclass(frozen=True, eq=False)
class Event:
    kind: str  # W, R, or a fence
    thread: int
    place: str = ""
    value: int = 0
    depends: frozenset[Event] = frozenset()  # on reads, in a way that is preserved


def events(shape: Litmus) -> list[list[Event]]:
    found = []
    for number, thread in enumerate(shape.threads.split("|")):
        row: list[Event] = []
        branches: frozenset[Event] = frozenset()
        for word in thread.split():
            action, _, how = word.partition(".")
            kind = "W" if action[0] == "X" else action[0]
            last = next((event for event in reversed(row) if event.kind == "R"), None)
            branches = branches | {last} if how == "ctrl" and last else branches
            if kind not in "WR":
                names = ["L", "S.asm"] if kind == "L" else [word if word == "S.asm" else kind]
                row += [Event(name, number) for name in names]
                continue
            preserved = branches if kind == "W" else frozenset()
            if how in ("data", "addr") and last:
                preserved |= {last}
            event = Event(kind, number, action[1], int(action[2:] or 0), preserved)
            before = [Event("F" if how == "sc" else "S", number)] if kind == "W" and how in ("sc", "rel") else []
            after = [Event("F", number)] if (kind, how) == ("W", "sc") else []
            if action[0] == "X":
                before = after = [Event("F", number)]
            elif kind == "R" and how in ("acq", "sc"):
                after = [Event("A", number)]
            row += [*before, event, *after]
        found.append(row)
    return found


def outcomes(shape: Litmus, model: str) -> set[Outcome]:
    """The values of reads per thread and the final values of places, in all executions that the model allows."""
    if model == "power":
        return power.outcomes(shape)
    threads = events(shape)
    accesses = [event for thread in threads for event in thread if event.kind in "WR"]
    reads = [event for event in accesses if event.kind == "R"]
    writes = [event for event in accesses if event.kind == "W"]
    places = sorted({event.place for event in accesses})
    first = {place: Event("W", -1, place) for place in places}
    sources = [[first[read.place], *(write for write in writes if write.place == read.place)] for read in reads]
    orders = [[(first[p], *rest) for rest in permutations([w for w in writes if w.place == p])] for p in places]
    local = {(a, b) for a, b in _program_order(threads) if a.place == b.place}
    kept = set(_preserved(threads, PRESERVED[model]))
    found: set[Outcome] = set()
    for serial in product(*orders):
        serialised = {(a, b) for order in serial for i, b in enumerate(order) for a in order[:i]}
        for chosen in product(*sources):
            seen = dict(zip(reads, chosen, strict=True))
            rf = {(write, read) for read, write in seen.items()}
            fr = {(read, later) for read, write in seen.items() for first_, later in serialised if first_ is write}
            through = {(first_, read) for write, read in rf if write.thread == read.thread for first_ in write.depends}
            outside = {(write, read) for write, read in rf if write.thread != read.thread}
            if _acyclic(local | rf | serialised | fr) and _acyclic(kept | through | outside | serialised | fr):
                values = tuple(tuple(seen[event].value for event in thread if event.kind == "R") for thread in threads)
                found.add((values, tuple((order[0].place, order[-1].value) for order in serial)))
    return found


def allows(shape: Litmus, model: str) -> bool:
    reads, _, finals = shape.outcome.partition(";")
    wanted = [tuple(map(int, part.split())) for part in reads.split("|")]
    last = {(word[0], int(word[2:])) for word in finals.split()}
    for values, final in outcomes(shape, model):
        if all(not want or want == value for want, value in zip(wanted, values, strict=True)) and last <= set(final):
            return True
    return False


def _program_order(threads: list[list[Event]]) -> Iterator[tuple[Event, Event]]:
    for thread in threads:
        for number, later in enumerate(thread):
            for earlier in thread[:number]:
                if earlier.kind in "WR" and later.kind in "WR":
                    yield earlier, later


def _preserved(threads: list[list[Event]], pairs: set[str]) -> Iterator[tuple[Event, Event]]:
    for earlier, later in _program_order(threads):
        thread = threads[earlier.thread]
        between = [FENCES[event.kind] for event in thread[thread.index(earlier) : thread.index(later)] if event.kind in FENCES]
        fenced = any(earlier.kind in before and later.kind in after for before, after in between)
        if earlier.kind + later.kind in pairs or fenced or earlier in later.depends:
            yield earlier, later


def _acyclic(relation: Relation) -> bool:
    into: dict[Event, int] = {}
    out: dict[Event, list[Event]] = {}
    for a, b in relation:
        out.setdefault(a, []).append(b)
        into[b] = into.get(b, 0) + 1
        into.setdefault(a, 0)
    ready = [event for event, count in into.items() if not count]
    done = 0
    while ready:
        done += 1
        for event in out.get(ready.pop(), ()):
            into[event] -= 1
            if not into[event]:
                ready.append(event)
    return done == len(into)
