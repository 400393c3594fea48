"""Oracle (d): under TSO and PSO the ordering engine, which relaxes the order itself, gives the verdict of plain enumeration with
store buffers. The programs are random litmus tests; the question is whether a random part of an outcome can be seen."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import partial

from tests.fuzz import engines
from tests.fuzz.native import batches
from tests.fuzz.report import Failure, Report
from tests.litmus.shapes import Litmus
from tests.litmus.test_axiomatic import draw
from threadproof.properties import UNREACH

BATCH = 10
MODELS = ("tso", "pso")


def program(seed: int) -> str:
    shape = draw(seed)
    return shape.c(question(shape, random.Random(~seed)))


def question(shape: Litmus, chance: random.Random) -> str:
    """Values of some reads, and of a variable in the end."""
    parts = []
    for number, thread in enumerate(shape.threads.split("|")):
        reads = sum(word[0] == "R" for word in thread.split())
        for i in range(reads):
            if chance.random() < 0.7:
                parts.append(f"(r{number} >> {2 * i} & 3) == {chance.choice((0, 0, 1, 2))}")
    if not parts or chance.random() < 0.4:
        place = chance.choice([word[1] for word in shape.threads.split() if word[0] in "WRX"] or ["x"])
        parts.append(f"last_{place} == {chance.randint(1, 2)}")
    return " && ".join(parts)


def check_batch(seeds: list[int], seconds: float) -> Report:
    report = Report()
    for seed in seeds:
        for model in MODELS:
            config = engines.configure("ordering", UNREACH, [f"memory-model={model}"], seconds)
            prepared = engines.Prepared(program(seed), config)
            what = engines.compared(prepared, engines.oracle(prepared), config)
            report.passed += what == ""
            if what is None:
                report.skipped.append(seed)
            elif what:
                report.failures.append(Failure(seed, f"{what} under {model}"))
    return report


def tasks(seeds: Iterable[int], seconds: float) -> list[partial[Report]]:
    return [partial(check_batch, batch, seconds) for batch in batches(seeds, BATCH)]
