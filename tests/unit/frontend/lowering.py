"""C text to programs, and small programs to their end."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from threadproof.errors import Pos
from threadproof.frontend.c import COptions, load
from threadproof.ir.expr import Variable
from threadproof.ir.interp import Machine, ValueRequest
from threadproof.ir.interp.outcome import Next, StepOutcome
from threadproof.ir.op import Cut, Op
from threadproof.ir.program import Program
from threadproof.properties import UNREACH
from threadproof.sched.preemptive import Preemptive


def lower(text: str, **options: object) -> Program:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(text)
        return load(path, COptions(**options))  # type: ignore[arg-type]


def ops(program: Program, kind: type | tuple[type, ...], function: str = "main") -> list[Op]:
    """The operations of some kinds, in the order of the edges."""
    return [op for edge in program.functions[function].edges for op in edge.ops if isinstance(op, kind)]


def cuts(program: Program) -> list[tuple[Pos, str]]:
    """Where executions end for what is not supported, and why."""
    edges = [edge for function in program.functions.values() for edge in function.edges]
    return [(edge.pos, op.reason) for edge in edges for op in edge.ops if isinstance(op, Cut) and "unsupported" in op.reason]


def names(program: Program, function: str = "main") -> set[str]:
    """Registers that stand for variables of the source."""
    return {v.name for v in program.functions[function].locals if isinstance(v, Variable) and v.name[0] not in "%&"}


class Zeros:
    """Every input is zero."""

    def draw(self, request: ValueRequest) -> int:
        return 0


def steps(program: Program, property: str = UNREACH) -> Iterator[StepOutcome]:
    """What the first thread does when it runs alone."""
    machine = Machine(program, property, Preemptive())
    outcome = machine.start(Zeros())
    while isinstance(outcome, Next):
        yield outcome
        outcome = machine.step(outcome.state, 0, Zeros())
    yield outcome


def run(program: Program, property: str = UNREACH) -> StepOutcome:
    """How the first thread's execution ends."""
    return list(steps(program, property))[-1]
