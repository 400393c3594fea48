"""An execution under a memory model as data, for those who check it against the axioms (`certify.weak.execution`): per thread
the edges of the lowered program that it takes, the values that it reads and draws, and the order of all steps."""

from __future__ import annotations

from threadproof.ir.arith import Value
from threadproof.ir.expr import Variable
from threadproof.ir.program import Edge, Program
from threadproof.memory_models import MemoryModel
from threadproof.records import dataclass

Place = tuple[Variable, int | None]  # an element of an array has an index


@dataclass(frozen=True, slots=True)
class ThreadRun:
    """`reads`: for each step with accesses that others can notice, what it finds there."""

    number: int
    function: str
    edges: tuple[tuple[Edge, int], ...]  # with the number of operations that are executed
    inputs: tuple[Value, ...]
    spawned: tuple[int, ...]
    reads: tuple[dict[Place, Value], ...]


@dataclass(frozen=True, slots=True)
class Execution:
    """`order`: of steps, by thread and number in the thread. The last edge of thread `failing` violates the property."""

    program: Program
    model: MemoryModel
    threads: tuple[ThreadRun, ...]
    order: tuple[tuple[int, int], ...]
    failing: int
    initial: dict[Variable, Value]  # of variables that may start with any value
