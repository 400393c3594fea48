"""The solver protocols. Formulas go in and come out as IR expressions; a timed copy of a variable is just another `Variable`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from threadproof.ir.arith import Value
from threadproof.ir.expr import Expr, Variable


class Answer(Enum):
    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"  # limit reached: callers treat it as the answer that claims least


class Model(Protocol):
    """An assignment; valid until the solver is used again."""

    def value(self, variable: Variable) -> Value: ...

    def evaluate(self, term: Expr) -> Value: ...


class Solver(Protocol):
    """Incremental satisfiability. `calls` and `seconds` count what `check` cost."""

    calls: int
    seconds: float

    def push(self) -> None: ...

    def pop(self) -> None: ...

    def add(self, formula: Expr) -> None: ...

    def check(self, assumptions: Sequence[Expr] = (), limit: float | None = None) -> Answer: ...

    def model(self) -> Model:
        """After SAT."""
        ...

    def core(self) -> list[Expr]:
        """After UNSAT: assumptions that suffice."""
        ...


class Interpolator(Protocol):
    """`sequence([A_1 .. A_n])` for an unsatisfiable conjunction: I_1 .. I_{n-1} with A_1 => I_1, I_k & A_{k+1} => I_{k+1},
    I_{n-1} & A_n => false, each over the variables that both sides share. None where the method found nothing within the
    limit."""

    name: str

    def sequence(self, parts: Sequence[Expr], limit: float | None = None) -> list[Expr] | None: ...
