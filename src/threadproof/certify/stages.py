"""Which passes a certificate may name: those with which answers are made, in that order.

The check repeats the passes of the file, so what they do to the program is taken on trust, and it depends on the claim. Slicing
removes accesses, which is no matter unless data races are looked for and are no checks yet (`watch`); merged edges do not
remember every access that they come from. Threads in any order (`free`) can do more than the program, so can a program with store
buffers that the memory model has not, or one whose initial values a second lowering has lost: good for proofs, but a schedule of
it shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from threadproof.passes import runner
from threadproof.passes.runner import Pass
from threadproof.properties import DEADLOCK, RACE

SC = "sc"
NOTHING: tuple[Pass, ...] = ()


def permitted(passes: Sequence[str], proof: bool, property_: str, model: str) -> bool:
    """`proof`: of TRUE; otherwise a schedule."""
    return list(passes) in ([step.name for step in made] for made in _sequences(proof, property_, model))


def _sequences(proof: bool, property_: str, model: str) -> Iterator[tuple[Pass, ...]]:
    for repaired, weak in product((NOTHING, (runner.REPAIR,)), _models(model)):
        begun = (*repaired, *weak, *runner.ANALYSE)
        if not proof:
            yield begun
            continue
        for free, lowered in product((NOTHING, (runner.FREE,)), _lowered(property_)):
            yield (*begun, *free, *lowered)


def _models(model: str) -> tuple[tuple[Pass, ...], ...]:
    return (NOTHING,) if model == SC else ((runner.BUFFERS,), (runner.FENCES,))


def _lowered(property_: str) -> Iterator[tuple[Pass, ...]]:
    plain = tuple(step for step in runner.LOWER if step is not runner.REACHABLE)
    yield plain
    if property_ == DEADLOCK:
        return
    if property_ == RACE:
        plain = tuple(runner.watching(plain))
        yield plain
    at = plain.index(runner.BLOCKS)
    for sliced in (NOTHING, (runner.SLICE,)):
        yield (*plain[:at], *sliced, *plain[at:], runner.MERGE, runner.LOOPS)
