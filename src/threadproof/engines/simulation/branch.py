"""A transition under way: the unpacked state of the thread that runs, and what has become of the transition so far."""

from __future__ import annotations

from typing import Any

from threadproof.engines.simulation.state import RestingThread, SymbolicState, literals_of
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.uses import expr_variables
from threadproof.records import dataclass, field
from threadproof.sched.system import StepFailure


@dataclass(frozen=True, slots=True)
class PathEdge:
    """An edge of a path. `answers`: per operation of the kernel its operands, its result, and which of how many it was."""

    edge: Edge
    upto: int
    answers: tuple[tuple[tuple[int, ...], int, int, int], ...] = ()


Trail = tuple[PathEdge, ...]
Path = list[tuple[int, Trail]]
"""Transitions: a thread, and the edges that it takes."""


@dataclass(frozen=True, slots=True)
class BlockedBranch:
    """Where a transition cannot be taken, under a condition; `holders`: see `ir.op.Await`."""

    pc: frozenset[Expr]
    trail: Trail
    holders: tuple[Expr, ...]


@dataclass(slots=True)
class TransitionOutcome:
    """Of a transition."""

    successors: list[tuple[SymbolicState, Trail]] = field(default_factory=list)
    failures: list[tuple[StepFailure, Trail]] = field(default_factory=list)
    edges: set[Edge] = field(default_factory=set)  # everything that was executed, also where the execution ended
    halted: bool = False  # some execution ends the program
    ended: bool = False  # some execution ends otherwise, or never gives way
    blocked: list[BlockedBranch] = field(default_factory=list)  # where it cannot be taken now

    @property
    def possible(self) -> bool:
        """Whether some execution can take the transition."""
        return bool(self.successors or self.failures or self.halted or self.ended)


class SymbolicBranch:
    """A transition under way."""

    __slots__ = ("answers", "depth", "drawn", "edge", "forced", "frames", "index", "location", "mark", "pc", "registers",
                 "scheduler", "seen", "shared", "trail", "used")  # fmt: skip

    def __init__(self) -> None:
        self.scheduler: Any = None
        self.frames: list[RestingThread] = []
        self.shared: dict[Variable, Expr | None] = {}
        self.registers: dict[Variable, Expr | None] = {}
        self.pc: frozenset[Expr] = frozenset()
        self.location = 0
        self.edge: Edge | None = None
        self.index = 0
        self.depth = 0
        self.trail: Trail = ()
        self.answers: tuple[tuple[tuple[int, ...], int, int, int], ...] = ()
        self.forced: tuple[int, ...] = ()  # values that were chosen for operands of the next operation
        self.used: set[Variable] | None = None
        self.seen: frozenset[object] = frozenset()
        self.mark = -1  # for an observer, as the next one
        self.drawn: frozenset[Variable] = frozenset()  # literals that got a new meaning since the last edge

    def fork(self) -> SymbolicBranch:
        other = SymbolicBranch()
        for name in SymbolicBranch.__slots__:
            setattr(other, name, getattr(self, name))
        other.frames, other.shared, other.registers = list(self.frames), dict(self.shared), dict(self.registers)
        other.used = None if self.used is None else set(self.used)
        return other

    def value(self, variable: Variable) -> Expr | None:
        return self.shared.get(variable) if variable.shared else self.registers.get(variable)

    def literals(self) -> set[Variable]:
        if self.used is None:
            names = (expr_variables(conjunct) for conjunct in self.pc)
            frames = (frame.literals for frame in self.frames)
            values = literals_of([*self.shared.values(), *self.registers.values()])
            self.used = set(values).union(*names, *frames)
        return self.used
