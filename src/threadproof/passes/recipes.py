"""Recipes: how each engine lowers a program. Every list of passes on which an answer may rest is in this table.

A *recipe* is a list of passes from an analysed program to what an engine works on, together with the evidence that is made of it
and the properties whose violations it preserves. Engines lower by a recipe (`lower`). The check of a certificate repeats the
passes that the file names, and permits only what the table gives for the evidence at hand (`permitted`): a list that no recipe
gives may have lost the violation, so a proof about it shows nothing.

- A *schedule* and a *set of states* are about the program as the interpreter runs it. Lowering may add executions (threads in any
  order, initial values that are lost), and slicing removes accesses, so nothing is lowered for them.
- The *order* of events is about accesses: data races and deadlocks are found among them, so none may be sliced or merged. Where a
  program synchronises weakly, a data race is none of two accesses at the same time, and is a check instead (`TRACKED`).
- A *graph* proves that no check fails. A violation must therefore be a check: a data race is one only after `watch`
  (`Property.watched_by`), a deadlock never is (`Property.evidence`).

What comes before is the memory model (`models`): nothing for sc; otherwise store buffers, or fences as operations for
engines that relax program order themselves, and before that the fences that a user asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from threadproof import memory_models
from threadproof.ir.program import Program
from threadproof.passes import lowering_memo, runner
from threadproof.passes.invariants import ThreadInvariants
from threadproof.passes.options import DEFAULTS, PassOptions
from threadproof.passes.runner import Pass
from threadproof.properties import GRAPH, ORDER, OUTLINE, SCHEDULE, STATES, named
from threadproof.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Recipe:
    """`passes` go from an analysed program on, for a property that needs no others. `watched`: only for properties
    whose violations passes make checks, and with these passes."""

    name: str
    passes: tuple[Pass, ...]
    evidence: tuple[str, ...]
    watched: bool = False

    def proves(self, property_: str, evidence: str) -> bool:
        """Whether evidence about a program after these passes is evidence for the property."""
        about = named(property_)
        return evidence in self.evidence and evidence in about.evidence and (not self.watched or bool(about.watched_by))

    def informs(self, property_: str) -> bool:
        """Whether invariants may be assumed: the program is the one that they are about, but for what comes behind."""
        from_outline = self.passes[: len(_PLAIN)] == _PLAIN or runner.SLICE in self.passes
        watched = bool(named(property_).watched_by) and (self.watched or GRAPH in self.evidence)
        return from_outline and not watched and self is not OUTLINED


def _with(passes: tuple[Pass, ...], needed: tuple[Pass, ...]) -> tuple[Pass, ...]:
    at = passes.index(runner.HANDLES) + 1
    return (*passes[:at], *needed, *passes[at:])


_PLAIN = tuple(step for step in runner.LOWER if step is not runner.REACHABLE)
_AT = _PLAIN.index(runner.BLOCKS)
_SLICED = (*_PLAIN[:_AT], runner.SLICE, *_PLAIN[_AT:])

ANALYSED = Recipe("analysed", (), (SCHEDULE, STATES))
ORDERED = Recipe("ordered", _PLAIN, (ORDER,))
TRACKED = Recipe("tracked", _PLAIN, (ORDER,), watched=True)
OUTLINED = Recipe("outlined", _PLAIN, (OUTLINE,))
STEPWISE = Recipe("stepwise", _PLAIN, (GRAPH,))
MERGED = Recipe("merged", (*_PLAIN, runner.MERGE, runner.LOOPS), (GRAPH,))
SLICED = Recipe("sliced", (*_SLICED, runner.MERGE, runner.LOOPS), (GRAPH,))
GATHERED = Recipe("gathered", (*_SLICED, runner.GATHER, runner.LOOPS), (GRAPH,))
RECIPES = (ANALYSED, ORDERED, TRACKED, OUTLINED, STEPWISE, MERGED, SLICED, GATHERED)


def steps(recipe: Recipe, property_: str) -> tuple[Pass, ...]:
    """The passes of a recipe for a property."""
    needed = named(property_).watched_by if recipe.watched or GRAPH in recipe.evidence else ()
    return _with(recipe.passes, tuple(runner.named(needed))) if needed else recipe.passes


def limits(options: PassOptions, property_: str) -> PassOptions:
    """Of all passes, for a property."""
    return replace(options, all_accesses=named(property_).all_accesses)


def informed(recipe: Recipe) -> tuple[Pass, ...]:
    """The passes of a recipe with invariants, which are about the program as `modular` proves it."""
    sliced = (runner.SLICE,) if runner.SLICE in recipe.passes else ()
    rest = recipe.passes[recipe.passes.index(runner.LOOPS) + 1 :]
    return (*OUTLINED.passes, runner.INVARIANTS, *sliced, *((runner.BLOCKS, *rest) if rest else (runner.LOOPS,)))


def lower(program: Program, recipe: Recipe, property_: str, unwind: int, known: ThreadInvariants | None = None) -> Program:
    """An analysed program as an engine explores it. `known`: what may be assumed, of the program as `modular` lowers it."""
    if known is None or not recipe.informs(property_):
        return lowering_memo.run(program, steps(recipe, property_), lowering(property_, unwind))
    return lowering_memo.run(program, informed(recipe), replace(lowering(property_, unwind), invariants=known))


def lowering(property_: str, unwind: int = 0) -> PassOptions:
    """The options with which recipes lower: what a memory model needs has been done before."""
    return limits(replace(DEFAULTS, recursion=unwind or DEFAULTS.recursion), property_)


def models(model: str) -> tuple[tuple[Pass, ...], ...]:
    """How a memory model may be part of a program."""
    return tuple((step,) for step in runner.named(memory_models.named(model).passes)) or ((),)


def permitted(passes: Sequence[str], evidence: str, property_: str, model: str) -> bool:
    """Whether evidence about a program after these passes (by their names) is evidence about the program."""
    return list(passes) in ([step.name for step in made] for made in _sequences(evidence, property_, model))


def _sequences(evidence: str, property_: str, model: str) -> Iterator[tuple[Pass, ...]]:
    """Orders of threads that are not those of the program (`free`) only add executions: good for graphs, and for them
    alone."""
    frees = ((), (runner.FREE,)) if evidence == GRAPH else ((),)
    for repaired, weak, free in product(((), (runner.REPAIR,)), models(model), frees):
        for recipe in RECIPES:
            if recipe.proves(property_, evidence):
                yield (*repaired, *weak, *runner.ANALYSE, *free, *steps(recipe, property_))
                if not weak and not free and recipe.informs(property_):
                    yield (*repaired, *runner.ANALYSE, *informed(recipe))
