"""C text to programs at every stage of lowering, and what plain enumeration says about them."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from threadproof.budget import Budget, OutOfBudget
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Result, Unknown
from threadproof.evidence.task import Task
from threadproof.frontend.c import COptions, load
from threadproof.ir.program import Edge, Program
from threadproof.ir.types import LP64
from threadproof.passes import runner
from threadproof.passes.options import DEFAULTS, PassOptions
from threadproof.passes.runner import ANALYSE, BLOCKS, CONSTANTS, INLINE, LOOPS, LOWER, MEMORY, REACHABLE, Pass
from threadproof.properties import UNREACH

STAGES: dict[str, tuple[Pass, ...]] = {
    "analysed": ANALYSE,
    "inlined": (REACHABLE, INLINE, LOOPS),
    "inlined, constants": (REACHABLE, INLINE, CONSTANTS, LOOPS),
    "memory": (REACHABLE, INLINE, MEMORY, LOOPS),
    "memory, blocks": (REACHABLE, INLINE, MEMORY, BLOCKS, LOOPS),
    "lowered": LOWER,
}


def source(text: str, wide: bool = False) -> Program:
    """As the front end makes it, once for each text."""
    return _parsed(text, wide)


@cache
def _parsed(text: str, wide: bool) -> Program:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(text)
        return load(path, COptions(data_model=LP64)) if wide else load(path)


def stage(text: str, name: str = "lowered", options: PassOptions = DEFAULTS, wide: bool = False) -> Program:
    return runner.run(source(text, wide), STAGES[name], options)


def verdict(program: Program, property_: str = UNREACH, seconds: float = 20) -> Result:
    try:
        return ExplicitEngine().check(program, Task(property_), Budget(seconds), {})
    except OutOfBudget as stop:
        return Unknown(str(stop))


def edges_at(program: Program, line: int, function: str = "main") -> list[Edge]:
    return [edge for edge in program.functions[function].edges if edge.pos.line == line]


def shared_names(program: Program) -> set[str]:
    from threadproof.ir.text import shared_variables

    return {variable.name for variable in shared_variables(program)}
