"""The litmus shapes as programs about data races: what the relaxed outcome of a shape would tell is what makes a plain access
safe.

Each shape takes the orders of its atomic operations and gives a program; `MIXES` lists the orders that each of them may have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from tests.races.c11 import LOADS, STORES, UPDATES, Thread

FENCES = ("acquire", "release", "acq_rel", "seq_cst")


def mp(store: str, load: str) -> list[Thread]:
    """A message is passed."""
    return [[("w", "x"), ("st", "y", 1, store)], [("ld", "y", load, 1, [("r", "x")])]]


def sb(s1: str, l1: str, s2: str, l2: str) -> list[Thread]:
    """Who does not see the other's flag goes in."""
    return [[("st", "a", 1, s1), ("ld", "b", l1, 0, [("w", "x")])], [("st", "b", 1, s2), ("ld", "a", l2, 0, [("w", "x")])]]


def lb(l1: str, s1: str, l2: str, s2: str) -> list[Thread]:
    """Each waits for the other; as interleavings go, neither sees anything, or one does."""
    return [
        [("ld", "a", l1, 1, [("w", "x")]), ("st", "b", 1, s1)],
        [("w", "x"), ("ld", "b", l2, 1, []), ("st", "a", 1, s2)],
    ]


def s(w1: str, w2: str, read: str, w3: str) -> list[Thread]:
    return [[("w", "x"), ("st", "a", 2, w1), ("st", "b", 1, w2)], [("ld", "b", read, 1, [("st", "a", 1, w3), ("w", "x")])]]


def r(w1: str, w2: str, w3: str, read: str) -> list[Thread]:
    return [[("w", "x"), ("st", "a", 1, w1), ("st", "b", 1, w2)], [("st", "b", 2, w3), ("ld", "a", read, 1, [("r", "x")])]]


def two_two_w(w1: str, w2: str, w3: str, read: str) -> list[Thread]:
    """2+2W, and a reader of what wins."""
    return [
        [("w", "x"), ("st", "a", 1, w1), ("st", "b", 2, "relaxed")],
        [("st", "b", 1, w2), ("st", "a", 2, w3)],
        [("ld", "a", read, 1, [("w", "x")])],
    ]


def wrc(w1: str, r1: str, w2: str, r2: str) -> list[Thread]:
    return [
        [("w", "x"), ("st", "a", 1, w1)],
        [("ld", "a", r1, 1, [("st", "b", 1, w2)])],
        [("ld", "b", r2, 1, [("r", "x")])],
    ]


def iriw(w: str, r1: str, r2: str, r3: str) -> list[Thread]:
    """Independent reads: one reader looks at both, the other hands on what it has seen."""
    return [
        [("w", "x"), ("st", "a", 1, w)],
        [("st", "b", 1, w)],
        [("ld", "a", r1, 1, [("ld", "b", r2, 0, [("r", "x")])])],
        [("ld", "b", r3, 1, [("ld", "a", r1, 0, [("w", "x")])])],
    ]


def sequence(store: str, update: str, load: str) -> list[Thread]:
    """A release sequence goes on in another thread's read-modify-write."""
    return [
        [("w", "x"), ("st", "a", 1, store)],
        [("add", "a", update, 1, [])],
        [("ld", "a", load, 2, [("r", "x")])],
    ]


def own_sequence(first: str, second: str, load: str) -> list[Thread]:
    """... or in later writes of the same thread."""
    return [[("w", "x"), ("st", "a", 1, first), ("w", "z"), ("st", "a", 2, second)], [("ld", "a", load, 2, [("r", "x")])]]


def broken_sequence(first: str, other: str, load: str) -> list[Thread]:
    """... and ends with a write of another: what the first one writes then is a new beginning."""
    return [
        [("w", "x"), ("st", "a", 1, first), ("ld", "b", "relaxed", 1, [("st", "a", 4, "relaxed")])],
        [("ld", "a", "relaxed", 1, [("st", "a", 3, other), ("st", "b", 1, "relaxed")])],
        [("ld", "a", load, 4, [("r", "x")])],
    ]


def fenced(f1: str, store: str, load: str, f2: str) -> list[Thread]:
    return [[("w", "x"), ("fence", f1), ("st", "y", 1, store)], [("ld", "y", load, 1, [("fence", f2), ("r", "x")])]]


def late_fence(f1: str, store: str, load: str, f2: str) -> list[Thread]:
    """Fences on the wrong side."""
    return [[("fence", f1), ("w", "x"), ("st", "y", 1, store)], [("fence", f2), ("ld", "y", load, 1, [("r", "x")])]]


def fenced_update(f1: str, update: str, load: str, f2: str) -> list[Thread]:
    return [
        [("w", "x"), ("fence", f1), ("st", "y", 1, "relaxed")],
        [("add", "y", update, 1, [])],
        [("ld", "y", load, 2, [("fence", f2), ("r", "x")])],
    ]


def exchanged(store: str, success: str, failure: str) -> list[Thread]:
    return [[("w", "x"), ("st", "a", 1, store)], [("cas", "a", 1, 2, success, failure, [("r", "x")], [])]]


def refused(store: str, success: str, failure: str) -> list[Thread]:
    """What a compare-and-exchange that fails has seen."""
    return [[("w", "x"), ("st", "a", 1, store)], [("cas", "a", 0, 2, success, failure, [], [("r", "x")])]]


def mixed(store: str, load: str) -> list[Thread]:
    """A variable that is accessed atomically by one thread and plainly by another."""
    return [[("aw", "x"), ("st", "y", 1, store)], [("ld", "y", load, 1, [("r", "x")])]]


def attempted(_: str) -> list[Thread]:
    return [[("w", "x"), ("lock", "m")], [("try", "m", [("unlock", "m")], [("r", "x")])]]


def attempted_inside(_: str) -> list[Thread]:
    return [[("lock", "m"), ("w", "x"), ("unlock", "m")], [("try", "m", [("r", "x"), ("unlock", "m")], [])]]


def counted(_: str) -> list[Thread]:
    return [[("w", "x"), ("post", "s")], [("value", "s", 1, [("r", "x")])]]


def waited(_: str) -> list[Thread]:
    return [[("w", "x"), ("post", "s")], [("trywait", "s", [("r", "x")], [])]]


def not_waited(_: str) -> list[Thread]:
    return [[("post", "s")], [("wait", "s"), ("w", "x"), ("w", "z")], [("trywait", "s", [], [("r", "z")])]]


Shape = Callable[..., list[Thread]]
WEAK = ("relaxed", "acquire")
MIXES: dict[Shape, tuple[tuple[str, ...], ...]] = {
    mp: (STORES, ("relaxed", "consume", "acquire", "seq_cst")),
    sb: (STORES, LOADS, STORES, LOADS),
    lb: (LOADS, STORES, LOADS, STORES),
    s: (STORES, STORES, LOADS, STORES),
    r: (STORES, STORES, STORES, LOADS),
    two_two_w: (STORES, STORES, STORES, LOADS),
    wrc: (STORES, LOADS, STORES, LOADS),
    iriw: (STORES, LOADS, LOADS, LOADS),
    sequence: (STORES, UPDATES, LOADS),
    own_sequence: (STORES, STORES, LOADS),
    broken_sequence: (STORES, STORES, LOADS),
    fenced: (FENCES, STORES, LOADS, FENCES),
    late_fence: (FENCES, STORES, LOADS, FENCES),
    fenced_update: (FENCES, UPDATES, LOADS, FENCES),
    exchanged: (STORES, UPDATES, LOADS),
    refused: (STORES, ("relaxed", "acq_rel", "seq_cst"), LOADS),
    mixed: (STORES, LOADS),
    attempted: (("",),),
    attempted_inside: (("",),),
    counted: (("",),),
    waited: (("",),),
    not_waited: (("",),),
}


def programs(shape: Shape) -> Iterator[tuple[tuple[str, ...], list[Thread]]]:
    for orders in product(*MIXES[shape]):
        yield orders, shape(*orders)
