"""Random programs about data races: few threads, few statements, every kind of synchronisation."""

from __future__ import annotations

import random

from tests.races.c11 import LOADS, STORES, UPDATES, Statement, Thread, executions

MOST = 3000  # interleavings


def program(rng: random.Random) -> list[Thread]:
    """One whose interleavings can be listed."""
    while True:
        threads = [_thread(rng, rng.randint(1, 3)) for _ in range(rng.choice((2, 2, 3)))]
        if sum(1 for _, _ in zip(executions(threads), range(MOST + 1), strict=False)) <= MOST:
            return threads


def _thread(rng: random.Random, length: int) -> Thread:
    return [statement for _ in range(length) for statement in _statements(rng, 2)]


def _body(rng: random.Random, depth: int) -> Thread:
    return [s for _ in range(rng.choice((0, 1, 1, 2))) for s in _statements(rng, depth - 1)]


def _statements(rng: random.Random, depth: int) -> list[Statement]:
    plain = [rng.choice([("w", "x"), ("r", "x"), ("w", "z"), ("r", "z"), ("aw", "z"), ("ar", "z")])]
    place, value = rng.choice("ab"), rng.choice((0, 1, 1, 2))
    if depth == 0:
        return plain if rng.random() < 0.7 else [("st", place, value, rng.choice(STORES))]
    match rng.choice(("plain", "plain", "st", "st", "ld", "ld", "add", "cas", "fence", "lock", "try", "sem")):
        case "st":
            return [*plain, ("st", place, rng.choice((1, 2)), rng.choice(STORES))]
        case "ld":
            return [("ld", place, rng.choice(LOADS), value, [*plain, *_body(rng, depth)])]
        case "add":
            return [("add", place, rng.choice(UPDATES), value, _body(rng, depth))]
        case "cas":
            orders = rng.choice(UPDATES), rng.choice(LOADS)
            return [("cas", place, value, 2, *orders, _body(rng, depth), _body(rng, depth))]
        case "fence":
            return [("fence", rng.choice(UPDATES[1:]))]
        case "lock":
            return [("lock", "m"), *plain, ("unlock", "m")]
        case "try":
            return [("try", "m", [*plain, ("unlock", "m")], _body(rng, depth))]
        case "sem":
            return rng.choice(
                [[("post", "s")], [("wait", "s")], [("trywait", "s", plain, _body(rng, 1))], [("value", "s", 1, plain)]]
            )
    return plain
