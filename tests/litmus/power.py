"""Litmus tests under Power: every way in which reads see writes, and writes to a place follow each other, held against the axioms
as they are published (`weak.power_axioms`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product

from tests.litmus.shapes import Litmus
from threadproof.weak.power_axioms import Candidate, Relation, broken

Pairs = set[tuple[int, int]]
FULL, LIGHT, WRITES = {"RR", "RW", "WR", "WW"}, {"RR", "RW", "WW"}, {"WW"}
FENCES = {"F": FULL, "L": LIGHT, "S": LIGHT, "A": LIGHT, "S.asm": WRITES}


@dataclass
class Test:
    """The events of a shape: kind, place, value; first the initial writes. `reads`: of each thread, None if one does not happen.
    `conditions`: what happens depends on whether a read finds 1."""

    events: list[tuple[str, str, int]] = field(default_factory=list)
    threads: list[list[int]] = field(default_factory=list)
    reads: list[list[int | None]] = field(default_factory=list)
    conditions: list[tuple[int | None, bool]] = field(default_factory=list)
    addr: Pairs = field(default_factory=set)
    data: Pairs = field(default_factory=set)
    ctrl: Pairs = field(default_factory=set)
    isync: Pairs = field(default_factory=set)
    full: Pairs = field(default_factory=set)
    light: Pairs = field(default_factory=set)


def build(shape: Litmus, taken: tuple[bool, ...] = ()) -> Test:
    """`taken`: which of the conditional steps happen."""
    test, left = Test(), list(taken)
    words = [thread.split() for thread in shape.threads.split("|")]
    places = sorted({word[1] for thread in words for word in thread if word[0] in "WRX"})
    test.events = [("W", place, 0) for place in places]
    for thread in words:
        _thread(test, thread, left)
    first = range(len(places))
    test.full |= {(a, b) for a in first for b in range(len(places), len(test.events))}
    return test


def _thread(test: Test, words: list[str], taken: list[bool]) -> None:
    row: list[int] = []
    reads: list[int | None] = []
    branches: set[int] = set()
    synced: set[int] = set()
    fences: list[tuple[int, set[str]]] = []

    def last() -> int:
        return next(n for n in reversed(row) if test.events[n][0] == "R")

    for word in words:
        action, _, how = word.partition(".")
        if how == "ctrl":
            branches.add(last())
        kind = action[0]
        if how == "if":
            source = last() if any(n is not None for n in reads) else None
            branches |= set() if source is None else {source}
            test.conditions.append((source, taken.pop(0)))
            if not test.conditions[-1][1]:
                reads += [None] if kind == "R" else []
                continue
        if kind == "I":
            synced |= branches
            continue
        if kind not in "WRX":
            fences.append((len(row), FENCES[word if word == "S.asm" else kind]))
            continue
        if kind == "X" or how == "sc":
            fences.append((len(row), FULL))
        elif (kind, how) == ("W", "rel"):
            fences.append((len(row), LIGHT))
        number = len(test.events)
        if how in ("addr", "data"):
            getattr(test, how).add((last(), number))
        test.events.append(("R" if kind == "R" else "W", action[1], int(action[2:] or 0)))
        test.ctrl |= {(n, number) for n in branches}
        test.isync |= {(n, number) for n in synced}
        row.append(number)
        reads += [number] if kind == "R" else []
        if kind == "X":
            fences.append((len(row), FULL))
        if kind == "R" and how in ("acq", "sc"):
            synced.add(number)
    test.threads.append(row)
    test.reads.append(reads)
    for at, kinds in fences:
        for a, b in product(row[:at], row[at:]):
            if test.events[a][0] + test.events[b][0] in kinds:
                (test.full if kinds is FULL else test.light).add((a, b))


def candidates(test: Test) -> Iterator[tuple[dict[int, int], list[tuple[int, ...]], Candidate]]:
    """What each read sees, the writes to each place in their order, and the relations."""
    events = range(len(test.events))
    places = sorted({place for _, place, _ in test.events})

    def relation(pairs: Pairs) -> Relation:
        return Relation.of(len(test.events), pairs)

    reads = [n for n in events if test.events[n][0] == "R"]
    writes = {p: [n for n in events if test.events[n][:2] == ("W", p)] for p in places}
    po = {(row[i], row[j]) for row in test.threads for j in range(len(row)) for i in range(j)}
    same = po | {(b, a) for a, b in po}
    fixed = {
        "same": relation(same),
        "po": relation(po),
        "po_loc": relation({(a, b) for a, b in po if test.events[a][1] == test.events[b][1]}),
        "addr": relation(test.addr),
        "data": relation(test.data),
        "ctrl": relation(test.ctrl),
        "ctrl_isync": relation(test.isync),
        "ffence": relation(test.full),
        "lwfence": relation(test.light),
    }
    bits = {kind: sum(1 << n for n in events if test.events[n][0] == kind) for kind in "RW"}
    for serial in product(*([(ns[0], *rest) for rest in permutations(ns[1:])] for ns in writes.values())):
        co = {(order[i], order[j]) for order in serial for j in range(len(order)) for i in range(j)}
        for chosen in product(*(writes[test.events[n][1]] for n in reads)):
            rf = set(zip(chosen, reads, strict=True))
            fr = {(read, later) for write, read in rf for first, later in co if first == write}
            given = Candidate(bits["R"], bits["W"], rf=relation(rf), co=relation(co), fr=relation(fr), **fixed)
            yield dict(zip(reads, chosen, strict=True)), list(serial), given


def outcomes(shape: Litmus) -> set[tuple[tuple[tuple[int, ...], ...], tuple[tuple[str, int], ...]]]:
    found = set()
    for taken in product((False, True), repeat=sum(word.endswith(".if") for word in shape.threads.split())):
        test = build(shape, taken)
        for seen, serial, candidate in candidates(test):
            read = {None: 3} | {n: test.events[write][2] for n, write in seen.items()}
            happens = all((source is not None and read[source] == 1) == wanted for source, wanted in test.conditions)
            if happens and not broken(candidate):
                values = tuple(tuple(read[n] for n in reads) for reads in test.reads)
                found.add((values, tuple((test.events[order[-1]][1], test.events[order[-1]][2]) for order in serial)))
    return found
