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
from threadproof.ir.program import Program
from threadproof.passes.loops import mark_loops
from threadproof.passes.options import DEFAULTS, PassOptions
from threadproof.passes.private import find_private
from threadproof.passes.reachable import keep_reachable
from threadproof.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Pass:
    name: str
    run: Callable[[Program, PassOptions], Program]
    requires: frozenset[str] = frozenset()
    ensures: frozenset[str] = frozenset()
    undoes: frozenset[str] = frozenset()


def _pass(
    name: str, run: Callable[[Program, PassOptions], Program], requires: str = "", ensures: str = "", undoes: str = ""
) -> Pass:
    return Pass(name, run, *(frozenset(words.split()) for words in (requires, ensures, undoes)))


def _later(module: str, name: str) -> Callable[[Program, PassOptions], Program]:
    """A pass that is loaded when it first runs: plain enumeration does without these, and start-up counts."""

    def run(program: Program, options: PassOptions) -> Program:
        found: Callable[[Program, PassOptions], Program] = getattr(import_module(f"threadproof.{module}"), name)
        return found(program, options)

    return run


REACHABLE = _pass("reachable", keep_reachable, ensures="reachable")
LOOPS = _pass("loops", mark_loops, ensures="loops")
PRIVATE = _pass("private", find_private, requires="reachable", ensures="private")
REPAIR = _pass("repair", _later("weak.fence_insertion", "insert_fences"), undoes="reachable loops private")
BUFFERS = _pass("buffers", _later("weak.store_buffers", "hold_back"), undoes="reachable loops private")
FENCES = _pass("fences", _later("weak.fences", "show_fences"), undoes="reachable loops private")
INLINE = _pass("inline", _later("passes.inline", "inline_calls"), requires="reachable", ensures="inlined", undoes="loops private")
CONSTANTS = _pass("constants", _later("passes.constants", "propagate_constants"), undoes="loops")
MEMORY = _pass("memory", _later("passes.memory", "lower_memory"), requires="inlined", ensures="memory", undoes="loops")
SETTLED = _pass("settled", _later("passes.settled", "settle"), requires="memory", undoes="loops")
BLOCKS = _pass("blocks", _later("passes.blocks", "form_blocks"), requires="memory", ensures="blocks", undoes="loops")
FREE = _pass("free", _later("passes.free", "free_order"))
HANDLES = _pass("handles", _later("passes.settled", "settle_handles"), requires="memory", undoes="loops")
WATCH = _pass("watch", _later("passes.watch", "watch_races"), requires="memory", undoes="loops")
SLICE = _pass("slice", _later("passes.slice", "slice_program"), requires="memory", undoes="loops")
MERGE = _pass("merge", _later("passes.merge", "merge_edges"), requires="blocks", undoes="loops")
GATHER = _pass("gather", _later("passes.merge", "gather_edges"), requires="blocks", undoes="loops")

ANALYSE = (REACHABLE, LOOPS, PRIVATE)
"""For the interpreter and plain enumeration."""

LOWER = (REACHABLE, INLINE, CONSTANTS, MEMORY, CONSTANTS, HANDLES, BLOCKS, LOOPS)
"""For symbolic engines: thread templates over variables, one step per edge."""


class Spent:
    """Seconds that passes have taken in this process, whoever ran them: engines lower programs as a part of their work."""

    seconds = 0.0


def run(program: Program, passes: Sequence[Pass], options: PassOptions = DEFAULTS) -> Program:
    """The program after all passes."""
    begin = time.monotonic()
    for step in passes:
        missing = step.requires - program.ensures
        if missing:
            raise InternalError(f"pass {step.name} requires {', '.join(sorted(missing))}")
        result = step.run(program, options)
        program = replace(result, ensures=(program.ensures - step.undoes) | step.ensures, passes=(*program.passes, step.name))
    Spent.seconds += time.monotonic() - begin
    return program


def named(names: Sequence[str]) -> list[Pass]:
    """Passes by name, as `Program.passes` keeps them: whoever repeats them gets the same program."""
    every = {found.name: found for found in globals().values() if isinstance(found, Pass)}
    unknown = [name for name in names if name not in every]
    if unknown:
        raise InternalError(f"no pass is called {unknown[0]!r}")
    return [every[name] for name in names]
