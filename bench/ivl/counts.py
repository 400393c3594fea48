"""python -m bench.ivl.counts [--seconds N] [NAME...]: explored transitions beside the published ones, as a table.

The published numbers are those of the thesis on complete symbolic simulation (tables 7.7 and 7.8): they count elaboration, every
transition of a thread, every notification phase and the end, and do not depend on the machine. A transition that forks counts
two more there for each further outcome, so they are added here. `README.md` says where ours differ, and why.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.ivl.families import program
from bench.ivl.published import as_published

from threadproof.budget import Budget, OutOfBudget
from threadproof.config.options import Config
from threadproof.evidence.result import Safe, Unsafe
from threadproof.evidence.task import Task
from threadproof.run.pipeline import Clock, prepare, quietly, searched

FORK = 2  # what each further outcome of a transition counts in the published numbers


@dataclass(frozen=True)
class Row:
    name: str
    por: str
    match: str
    published: int


def rows(match: str, counts: dict[str, int], por: str = "stub") -> list[Row]:
    return [Row(name, por, match, count) for name, count in counts.items()]


def table(variants: Iterable[str], counts: dict[str, tuple[int, ...]]) -> list[Row]:
    """Of the reductions; 0: no number was published."""
    names = list(variants)
    return [
        Row(name, por, "esmh", count)
        for name, numbers in counts.items()
        for por, count in zip(names, numbers, strict=True)
        if count
    ]


def numbered(pattern: str, counts: dict[int, int]) -> dict[str, int]:
    return {pattern.replace("#", str(size)): count for size, count in counts.items()}


RING = numbered("token-ring.#", {1: 9, 6: 58, 9: 100, 13: 315, 15: 435, 17: 563, 20: 765, 25: 1125})
STEPS = (1, 3, 5, 9)
ACCUMULATOR = (1, 2, 3, 5, 8)
MATCHERS = [
    *rows("esmh", RING),
    *rows("sbc-cv", numbered("token-ring.#", {1: 9, 9: 100, 20: 765})),
    *rows("esmh", numbered("symmetric-accumulator.#", {n: 11 * 2**n - 7 for n in ACCUMULATOR})),
    *rows("sbc-eq", numbered("symmetric-accumulator.#", {n: 7 * n + 3 for n in ACCUMULATOR})),
    *rows("sbc-cv", numbered("symmetric-accumulator.#", {n: 7 * n + 3 for n in ACCUMULATOR})),
    *rows("esmh", numbered("rbuf-2.#", {1: 10, 3: 58, 5: 250})),
    *rows("sbc-eq", numbered("rbuf-2.#", {k: 6 * k + 2 for k in STEPS})),
    *rows("ess", numbered("rbuf-2.#", {k: 6 * k + 2 for k in STEPS[:2]})),
    *rows("esmh", numbered("rbuf-4.#", {1: 114})),
    *rows("sbc-eq", numbered("rbuf-4.#", {1: 36, 3: 104, 5: 172})),
    *rows("sbc-eq", {"rbuf-2": 18, "rbuf-4": 170, "rbuf2-2": 12, "rbuf2-4": 30}),
    *rows("ess", {"rbuf-2": 12, "rbuf-4": 68, "rbuf2-2": 8, "rbuf2-4": 12}),
    *rows("esmh", numbered("condition-builder.#", {8: 382, 16: 12286})),
    *rows("sbc-eq", numbered("condition-builder.#", {8: 64, 16: 136, 32: 280})),
    *rows("ess", numbered("condition-builder.#", {8: 64, 16: 136, 32: 280})),
    *rows("esmh", numbered("counter-#.50", {1: 159, 2: 225, 3: 310, 4: 435})),
    *rows("ess", numbered("counter-#.50", {1: 154, 2: 214, 3: 286, 4: 382})),
    *rows("esmh", numbered("counter-#.200", {1: 609, 2: 825, 3: 1060, 4: 1335})),
    *rows("esmh", numbered("symbolic-counter.1.#", {3: 55, 6: 109, 9: 163, 12: 217, 15: 271})),
    *rows("sbc-cv", numbered("symbolic-counter.1.#", {3: 39, 6: 57, 9: 75, 12: 93, 15: 111})),
    *rows("ess", numbered("symbolic-counter.1.#", {3: 21, 6: 40, 9: 58})),
    *rows("sbc-eq", numbered("symbolic-counter.#.9", {2: 284, 3: 345, 4: 382, 5: 395, 6: 384, 7: 349})),
    *rows("sbc-cv", numbered("symbolic-counter.#.9", {2: 87, 3: 99, 4: 111, 5: 123, 6: 135, 7: 147})),
    *rows("ess", numbered("symbolic-counter.#.9", {2: 54, 3: 48, 4: 41, 5: 35, 6: 29, 7: 23})),
    *rows("ess", {"pc-sfifo-sym-1": 8, "pc-sfifo-sym-2": 11}),
    *rows("esmh", {"term-counter-1.400": 1213, "term-counter-4.400": 2567}),
]
REDUCTIONS = table(
    ("ct", "stub", "stub2", "stub-min"),
    {
        "kundu": (275, 275, 275, 275),
        "simple-pipeline": (2317, 83, 83, 87),
        "symbolic-counter.1.15": (278, 271, 278, 271),
        "symmetric-accumulator.5": (352, 345, 345, 344),
        "term-counter-2.50": (377, 233, 237, 233),
        "term-counter-3.100": (1962, 576, 582, 576),
        "term-counter-4.200": (12611, 1367, 1375, 1367),
        "token-ring.9": (9237, 100, 9237, 100),
        "token-ring.13": (0, 315, 0, 170),
        "token-ring.20": (0, 765, 0, 331),
        "token-ring-bug.30": (0, 189, 0, 594),
        "token-ring-bug2.20": (0, 238, 0, 570),
        "transmitter-safe.9": (7427, 40, 40, 65),
        "transmitter-safe.13": (0, 237, 10896, 113),
        "transmitter-safe.20": (0, 616, 27464, 202),
        "transmitter.13": (53291, 52, 5415, 109),
        "pressure-safe.25": (176, 176, 176, 176),
        "pressure-safe.100": (701, 701, 701, 701),
        "mem-slave-tlm.5": (27, 27, 27, 27),
        "simple-fifo-1c2p.20": (31, 31, 31, 31),
        "simple-fifo-2c1p.20": (43, 43, 43, 43),
    },
)
TABLES = {"Matchers (table 7.7)": MATCHERS, "Reductions (table 7.8)": REDUCTIONS}
SETS = ("ct", "stub", "stub2", "stub-min", "dynamic")
COMPARED = [  # with `published.as_published`
    *rows("sbc-eq", {"rbuf-2": 18, "rbuf-4": 170, "rbuf2-2": 12, "rbuf2-4": 30}),
    *rows("sbc-cv", {"rbuf-2": 18, "rbuf-4": 170, "rbuf2-2": 12, "rbuf2-4": 30}),
    *rows("ess", {"rbuf-2": 12, "rbuf-4": 68, "rbuf2-2": 8, "rbuf2-4": 12}),
    *rows("ess", {"pc-sfifo-sym-1": 8, "pc-sfifo-sym-2": 11}),
    *table(SETS, {"mem-slave-tlm.5": (27,) * 5, "simple-fifo-1c2p.20": (31,) * 5, "simple-fifo-2c1p.20": (43,) * 5}),
]


def count(row: Row, seconds: float, make: Callable[[str], str] = program) -> tuple[int, str]:
    """Transitions, as counted there, and what the search says; proofs are not re-checked. `make`: the model of a name."""
    config, counters = Config(engine="simulation", por=row.por, match=row.match), dict[str, float]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.ivl"
        path.write_text(make(row.name))
        model = prepare(str(path), config, Clock(quietly))
    try:
        found = searched(model, config, Task(config.property, config.task_options()), Budget(seconds), counters)
    except OutOfBudget:
        found = None
    verdict = "TRUE" if isinstance(found, Safe) else "FALSE" if isinstance(found, Unsafe) else "UNKNOWN"
    return int(counters.get("transitions", 0) + FORK * counters.get("forks", 0)), verdict


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.ivl.counts")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these models")
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    tables = [*((title, chosen, program) for title, chosen in TABLES.items()), ("As published", COMPARED, as_published)]
    for title, chosen, make in tables:
        print(f"\n## {title}\n| model | reduction | matcher | published | ours |\n|---|---|---|---|---|")
        for row in chosen:
            if not given.names or row.name in given.names:
                found, verdict = count(row, given.seconds, make)
                ours = f"{found}, {verdict}" if verdict == "UNKNOWN" else "same" if found == row.published else str(found)
                print(f"| {row.name} | {row.por} | {row.match} | {row.published} | {ours} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
