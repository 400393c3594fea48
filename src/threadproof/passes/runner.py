"""Runs passes in order and refuses a wrong order: a pass states what must hold before it, what holds after it, and what it
undoes.

A pass maps a program to a new one and leaves its input alone, so stages can be compared (`tests/unit/passes` runs programs
before and after).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib import import_module

from threadproof.errors import InternalError
from threadproof.ir.program import Fact, Program
from threadproof.passes.dead_code import keep_reachable
from threadproof.passes.loops import mark_loops
from threadproof.passes.options import DEFAULTS, PassOptions
from threadproof.passes.private_accesses import find_private
from threadproof.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Pass:
    name: str
    run: Callable[[Program, PassOptions], Program]
    requires: frozenset[Fact] = frozenset()
    ensures: frozenset[Fact] = frozenset()
    undoes: frozenset[Fact] = frozenset()


def _facts(*facts: Fact) -> frozenset[Fact]:
    return frozenset(facts)


def _later(module: str, name: str) -> Callable[[Program, PassOptions], Program]:
    """A pass that is loaded when it first runs: plain enumeration does without these, and start-up counts."""

    def run(program: Program, options: PassOptions) -> Program:
        found: Callable[[Program, PassOptions], Program] = getattr(import_module(f"threadproof.{module}"), name)
        return found(program, options)

    return run


_MARKED = _facts(Fact.LOOPS)
_ANALYSED = _facts(Fact.REACHABLE, Fact.LOOPS, Fact.PRIVATE)
_LOWERED = _facts(Fact.MEMORY)
_STEPS = _facts(Fact.BLOCKS)

REACHABLE = Pass("reachable", keep_reachable, ensures=_facts(Fact.REACHABLE))
LOOPS = Pass("loops", mark_loops, ensures=_facts(Fact.LOOPS))
PRIVATE = Pass("private", find_private, requires=_facts(Fact.REACHABLE), ensures=_facts(Fact.PRIVATE))
REPAIR = Pass("repair", _later("weak.fence_insertion", "insert_fences"), undoes=_ANALYSED)
BUFFERS = Pass("buffers", _later("weak.store_buffers", "hold_back"), undoes=_ANALYSED)
FENCES = Pass("fences", _later("weak.fences", "show_fences"), undoes=_ANALYSED)
INLINE = Pass(
    "inline",
    _later("passes.inline", "inline_calls"),
    requires=_facts(Fact.REACHABLE),
    ensures=_facts(Fact.INLINED),
    undoes=_facts(Fact.LOOPS, Fact.PRIVATE),
)
CONSTANTS = Pass("constants", _later("passes.constants", "propagate_constants"), undoes=_MARKED)
MEMORY = Pass("memory", _later("passes.memory", "lower_memory"), requires=_facts(Fact.INLINED), ensures=_LOWERED, undoes=_MARKED)
SETTLED = Pass("settled", _later("passes.initialised_constants", "settle"), requires=_LOWERED, undoes=_MARKED)
BLOCKS = Pass("blocks", _later("passes.blocks", "form_blocks"), requires=_LOWERED, ensures=_STEPS, undoes=_MARKED)
FREE = Pass("free", _later("passes.free_order", "free_order"))
HANDLES = Pass("handles", _later("passes.initialised_constants", "settle_handles"), requires=_LOWERED, undoes=_MARKED)
WATCH = Pass("watch", _later("passes.watch", "watch_races"), requires=_LOWERED, undoes=_MARKED)
SLICE = Pass("slice", _later("passes.slice", "slice_program"), requires=_LOWERED, undoes=_MARKED)
INVARIANTS = Pass("invariants", _later("passes.invariants", "assume_invariants"), requires=_STEPS, undoes=_MARKED)
MERGE = Pass("merge", _later("passes.merge", "merge_edges"), requires=_STEPS, undoes=_MARKED)
GATHER = Pass("gather", _later("passes.merge", "gather_edges"), requires=_STEPS, undoes=_MARKED)

PASSES = (
    REACHABLE, LOOPS, PRIVATE, REPAIR, BUFFERS, FENCES, INLINE, CONSTANTS, MEMORY, SETTLED, BLOCKS,
    FREE, HANDLES, WATCH, INVARIANTS, SLICE, MERGE, GATHER,
)  # fmt: skip
"""All of them: `named` finds them here."""
BY_NAME = {step.name: step for step in PASSES}

ANALYSE = (REACHABLE, LOOPS, PRIVATE)
"""For the interpreter and plain enumeration."""

LOWER = (REACHABLE, INLINE, CONSTANTS, MEMORY, CONSTANTS, HANDLES, BLOCKS, LOOPS)
"""For symbolic engines: thread templates over variables, one step per edge."""


class Spent:
    """Seconds that passes have taken in this process, whatever ran them: engines lower programs as a part of their work."""

    seconds = 0.0


def run(program: Program, passes: Sequence[Pass], options: PassOptions = DEFAULTS) -> Program:
    """The program after all passes."""
    begin = time.monotonic()
    for step in passes:
        missing = step.requires - program.ensures
        if missing:
            raise InternalError(f"pass {step.name} requires {', '.join(sorted(fact.value for fact in missing))}")
        result = step.run(program, options)
        program = replace(result, ensures=(program.ensures - step.undoes) | step.ensures, passes=(*program.passes, step.name))
    Spent.seconds += time.monotonic() - begin
    return program


def named(names: Sequence[str]) -> list[Pass]:
    """Passes by name, as `Program.passes` keeps them: repeating them gives the same program."""
    unknown = [name for name in names if name not in BY_NAME]
    if unknown:
        raise InternalError(f"no pass is called {unknown[0]!r}")
    return [BY_NAME[name] for name in names]
