"""Oracle (d): the ordering engine, which relaxes the order itself, gives the verdict of plain enumeration with store buffers
(TSO, PSO), or of the axioms, tried on every way in which reads may see writes (RMO, Power). The programs are random litmus tests;
the question is whether a random part of an outcome can be seen. Plain enumeration of what is ahead of reads (RMO, Power) may be
undecided, but not contradict the axioms.

Random questions seldom need much. So there are programs made to ask for an *order* of the accesses of one thread (`draw_order`):
others pass on from each access to the next one in that order. Plain enumeration is asked for outcomes that a stronger model does
not allow, one by one, and for all that are forbidden at once.

The same for threads that repeat what they do (`draw_loops`): what one round may do before the one before has ended."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from tests.fuzz import engines
from tests.fuzz.native import batches
from tests.fuzz.report import Failure, Report
from tests.litmus.axiomatic import Outcome, outcomes
from tests.litmus.shapes import Litmus
from tests.litmus.test_axiomatic import DEPENDS, condition, draw, draw_relaxed
from threadproof.memory_models import TABLE
from threadproof.properties import UNREACH
from threadproof.report.outcome import FALSE, TRUE

BATCH = 10
BUFFERED = tuple(model.name for model in TABLE if model.weak and model.simulated)  # plain enumeration is an oracle for them
RELAXED = tuple(model.name for model in TABLE if model.weak and not model.simulated)


@dataclass(frozen=True)
class Question:
    """Values of some reads (thread, how many of its reads come later, value), and of a place in the end."""

    reads: tuple[tuple[int, int, int], ...]
    last: tuple[str, int] | None

    def c(self) -> str:
        parts = [f"(r{thread} >> {2 * later} & 3) == {value}" for thread, later, value in self.reads]
        return " && ".join([*parts, *([f"last_{self.last[0]} == {self.last[1]}"] if self.last else [])])

    def seen(self, outcome: Outcome) -> bool:
        values, finals = outcome
        return all(values[thread][-1 - later] == value for thread, later, value in self.reads) and (
            self.last is None or self.last in finals
        )


def question(shape: Litmus, chance: random.Random) -> Question:
    reads = []
    for number, thread in enumerate(shape.threads.split("|")):
        for later in range(sum(word[0] == "R" for word in thread.split())):
            if chance.random() < 0.7:
                reads.append((number, later, chance.choice((0, 0, 1, 2))))
    last = None
    if not reads or chance.random() < 0.4:
        place = chance.choice([word[1] for word in shape.threads.split() if word[0] in "WRX"] or ["x"])
        last = (place, chance.randint(1, 2))
    return Question(tuple(reads), last)


def program(seed: int) -> str:
    shape = draw(seed)
    return shape.c(question(shape, random.Random(~seed)).c())


def check(seed: int, model: str, seconds: float) -> str | None:
    """What is wrong; None: not decided."""
    config = engines.configure("ordering", UNREACH, [f"memory-model={model}"], seconds)
    if model in BUFFERED:
        prepared = engines.Prepared(program(seed), config)
        return engines.compared(prepared, engines.oracle(prepared), config)
    asked = relaxed(seed, model)
    return "" if asked is None else engines.compared(engines.Prepared(asked[0], config), asked[1], config)


def relaxed(seed: int, model: str) -> tuple[str, str] | None:
    """A program, and what the axioms say about it."""
    shape = draw_relaxed(seed, conditional=model == "power")
    if not any(word[0] in "WRX" for word in shape.threads.split()):
        return None
    asked = question(shape, random.Random(~seed))
    return shape.c(asked.c()), FALSE if any(map(asked.seen, outcomes(shape, model))) else TRUE


def check_ahead(seed: int, model: str, seconds: float) -> str | None:
    """What is wrong with the answer of plain enumeration; None: not decided."""
    asked = relaxed(seed, model)
    if asked is None:
        return ""
    config = engines.configure("explicit", UNREACH, [f"memory-model={model}"], seconds)
    return engines.compared(engines.Prepared(asked[0], config), asked[1], config)


def draw_order(seed: int) -> Litmus:
    """Two to four accesses, in an order that is not that of their thread: from each to the next one a thread with a fence.
    Three seeds of four have dependencies, accesses to one place, atomics and lighter fences, too."""
    chance = random.Random(seed)
    count, often = chance.choice((2, 3, 3, 3, 4)), 0.4 if seed % 4 else 0.0
    places = chance.sample("xyzuvw", count)
    if count > 2 and chance.random() < often:
        first, second = chance.sample(range(count), 2)
        places[second] = places[first]
    written = dict.fromkeys(places, 0)

    def access(place: str, writes: bool) -> str:
        if not writes:
            return f"R{place}"
        written[place] = min(written[place] + 1, 3)
        return f"W{place}{written[place]}"

    steps: list[str] = []
    for place in places:
        step = access(place, chance.random() < 0.35)
        if any(other[0] == "R" for other in steps) and chance.random() < often:
            step += chance.choice((".data", ".addr", ".ctrl") if step[0] == "W" else (".addr", ".addr", ".ctrl"))
        elif chance.random() < often / 4:
            step += chance.choice((".rel", ".rlx", ".sc") if step[0] == "W" else (".acq", ".rlx"))
        steps.append(step)
    order = chance.sample(range(count), count)
    between = [[step, *([chance.choice("LSA")] if chance.random() < often / 8 else [])] for step in steps]
    threads = [" ".join(word for words in between for word in words)]
    for a, b in list(pairwise(order))[: 3 - (chance.random() < 0.2)]:
        ends = [access(places[i], steps[i][0] == "R" or chance.random() < 0.4) for i in (a, b)]
        threads.append(f" {chance.choice('FFFFFL')} ".join(ends))
    return Litmus(f"order-{seed}", " | ".join(threads), "")


def check_order(seed: int, model: str, seconds: float, most: int = 3) -> str:
    """What is wrong with the answers of plain enumeration, about at most so many outcomes."""
    shape = draw_order(seed)
    return check_outcomes(shape, model, seconds, most, shape.c)


def check_outcomes(shape: Litmus, model: str, seconds: float, most: int, program_for: Callable[[str], str]) -> str:
    """`program_for`: one that fails where a condition holds."""
    allowed = sorted(outcomes(shape, model))
    new = sorted(set(allowed) - outcomes(shape, "pso"))
    config = engines.configure("explicit", UNREACH, [f"memory-model={model}"], seconds)
    questions = [(condition(outcome), FALSE) for outcome in random.Random(shape.name).sample(new, min(len(new), most))]
    questions.append((f"!({' || '.join(f'({condition(outcome)})' for outcome in allowed)})", TRUE))
    for asked, expected in questions:
        what = engines.compared(engines.Prepared(program_for(asked), config), expected, config)
        if what:
            return f"{what} for {asked} in {shape.threads}"
    return ""


def draw_loops(seed: int) -> tuple[list[list[str]], list[int]]:
    """What threads do, once or twice, often with fences; at most four writes and four reads in all."""
    chance = random.Random(seed)
    often = chance.choice((0.0, 0.3, 0.6, 0.9))
    threads, rounds, left = [], [], {"W": 4, "R": 4}
    for _ in range(chance.choice((2, 2, 3))):
        count = chance.choice((1, 2, 2))
        steps: list[str] = []
        first = chance.choice("xy")
        for number in range(chance.choice((2, 2, 3))):
            kind = chance.choice("WR")
            if left[kind] < count:
                continue
            left[kind] -= count
            place = first if number % 2 == 0 else "xy".replace(first, "")
            how = chance.choice(("", "", *DEPENDS[kind])) if any(step[0] == "R" for step in steps) else ""
            steps.append(f"{kind}{place}{chance.choice('12') if kind == 'W' else ''}{how}")
            if chance.random() < often:
                steps.append(chance.choice("FFFLA"))
        threads.append(steps or ["F"])
        rounds.append(count)
    return threads, rounds


def in_loops(shape: Litmus, rounds: Sequence[int], asked: str) -> str:
    text = shape.c(asked)
    for number, count in enumerate(rounds):
        head, begin, rest = text.partition(f"void *t{number}(void *p) {{\n  long r = 0, d = 0;\n")
        body, end, rest = rest.partition("  return (void *)r;\n")
        text = f"{head}{begin}  for (int n = 0; n < {count}; n++) {{\n{body}  }}\n{end}{rest}"
    return text


def check_loops(seed: int, model: str, seconds: float, most: int = 2) -> str:
    """What is wrong with the answers of plain enumeration about threads that repeat what they do; the axioms see all rounds."""
    threads, rounds = draw_loops(seed)
    shape = Litmus(f"loops-{seed}", " | ".join(map(" ".join, threads)), "")
    unrolled = replace(shape, threads=" | ".join(" ".join(steps * count) for steps, count in zip(threads, rounds, strict=True)))
    return check_outcomes(unrolled, model, seconds, most, lambda asked: in_loops(shape, rounds, asked))


def check_ahead_batch(seeds: list[int], seconds: float) -> Report:
    report = Report()
    for seed in seeds:
        for model in RELAXED:
            what = check_ahead(seed, model, seconds)
            report.passed += what == ""
            if what:
                report.failures.append(Failure(seed, f"{what} under {model}, ahead of reads"))
            for special in (check_order, check_loops):
                what = special(seed, model, seconds)
                if what:
                    report.failures.append(Failure(seed, f"{what} under {model}"))
    return report


def check_batch(seeds: list[int], seconds: float) -> Report:
    report = Report()
    for seed in seeds:
        for model in (*BUFFERED, *RELAXED):
            what = check(seed, model, seconds)
            report.passed += what == ""
            if what is None:
                report.skipped.append(seed)
            elif what:
                report.failures.append(Failure(seed, f"{what} under {model}"))
    ahead = check_ahead_batch(seeds, seconds)
    report.passed += ahead.passed
    report.failures += ahead.failures
    return report


def tasks(seeds: Iterable[int], seconds: float) -> list[partial[Report]]:
    return [partial(check_batch, batch, seconds) for batch in batches(seeds, BATCH)]
