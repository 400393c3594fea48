"""From a spurious path to a better precision.

The path is one formula in single-assignment form. If it is satisfiable the path is real. If not, the conjuncts that an
unsatisfiable core needs are kept and these sources of predicates are tried:

- `wp`: the conditions of the core, pushed backwards through the assignments of the path (weakest preconditions). Their atoms at
  each cut are predicates close to the source text. A condition that meets a havoc of one of its variables ends there.
- `flags`: the same, but only where conditions without arithmetic suffice; otherwise it finds nothing.
- `interpolants`: an inductive sequence from the interpolating solver, checked by another solver before use.

`Refinement.cuts[i]` holds the atoms that matter after i steps; an empty set means that nothing needs to be known there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from threadproof.domains.atoms import atoms
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.types import ArrayType
from threadproof.ir.walk import substitute, subterms, variables
from threadproof.sched.system import DataOp
from threadproof.smt.solver import Answer, Interpolator, Model, Solver
from threadproof.smt.ssa import Ssa, conjunction


@dataclass(slots=True)
class Feasible:
    """The path is real; `model` assigns the copies of the variables, `indices[i]` says which copies are current after i steps."""

    model: Model
    ssa: Ssa
    indices: list[dict[E.Variable, int]]


@dataclass(slots=True)
class Refinement:
    cuts: list[set[Expr]]


@dataclass(slots=True)
class Undecided:
    reason: str


class Refiner:
    def __init__(self, solver: Solver, interpolators: Sequence[Interpolator], checker: Callable[[], Solver]) -> None:
        self.solver = solver
        self.interpolators = interpolators
        self.checker = checker

    def analyse(self, path: Sequence[Sequence[DataOp]], method: str, limit: float | None) -> Feasible | Refinement | Undecided:
        """`path[i]` are the operations of step i; `limit`: seconds for all of it."""
        until = time.monotonic() + (float("inf") if limit is None else limit)
        ssa, index = Ssa(), dict[E.Variable, int]()
        indices: list[dict[E.Variable, int]] = [{}]
        conjuncts: list[list[Expr]] = []
        for step in path:
            conjuncts.append(ssa.conjuncts(step, index))
            indices.append(dict(index))
        flat = [part for parts in conjuncts for part in parts if part is not E.TRUE]
        answer = self.solver.check(flat, _left(until))
        if answer is Answer.SAT:
            return Feasible(self.solver.model(), ssa, indices)
        if answer is Answer.UNKNOWN:
            return Undecided("the solver gave up on a path")
        reason = self._reason(conjuncts, self.solver.core(), until, method)
        if not reason:
            return Refinement([])
        core = set(self._minimise(reason, until))
        if method in ("flags", "wp"):
            return Refinement(self._backwards(path, conjuncts, core))
        parts = [conjunction(part for part in parts if part in core) for parts in conjuncts]
        for interpolator in self.interpolators:
            found = self._sequence(interpolator, parts, _left(until))
            if found is not None:
                return Refinement(
                    [set(), *(_current(ssa, i, index) for i, index in zip(found, indices[1:], strict=False)), set()]
                )
        return Refinement(self._backwards(path, conjuncts, core))

    def _reason(self, conjuncts: list[list[Expr]], core: list[Expr], until: float, method: str) -> list[Expr]:
        """A core, if possible one without arithmetic: flags and locks explain more, with fewer predicates, than numbers do."""
        simple = [[part for part in parts if _simple(part)] for parts in conjuncts]
        if self._contradictory(simple, until):
            return self._latest(simple, self.solver.core(), until)
        return self._latest(conjuncts, core, until) if method != "flags" else []

    def _latest(self, conjuncts: list[list[Expr]], core: list[Expr], until: float) -> list[Expr]:
        """A core of the shortest contradictory end of the path: what it says does not depend on how the path began, hence it
        rules out many others, too."""
        low, high = 0, len(conjuncts)  # the end from `low` on is contradictory, that from `high` on is not
        while high - low > 1:
            middle = (low + high) // 2
            if self._contradictory(conjuncts[middle:], until):
                low, core = middle, self.solver.core()
            else:
                high = middle
        return core

    def _contradictory(self, conjuncts: list[list[Expr]], until: float) -> bool:
        flat = [part for parts in conjuncts for part in parts if part is not E.TRUE]
        return self.solver.check(flat, _left(until)) is Answer.UNSAT

    def _minimise(self, core: list[Expr], until: float) -> list[Expr]:
        """Drop what is not needed, as long as that is cheap."""
        if len(core) > 60:
            return core
        for part in list(core):
            rest = [other for other in core if other is not part]
            if len(rest) < len(core) and self.solver.check(rest, min(0.05, _left(until))) is Answer.UNSAT:
                core = [other for other in core if other in set(self.solver.core())]
        return core

    def _backwards(self, path: Sequence[Sequence[DataOp]], conjuncts: list[list[Expr]], core: set[Expr]) -> list[set[Expr]]:
        pending: set[Expr] = set()
        cuts: list[set[Expr]] = [set() for _ in range(len(path) + 1)]
        for number in range(len(path) - 1, -1, -1):
            cuts[number + 1] = {atom for condition in pending for atom in atoms(condition)}
            needed = iter(reversed(conjuncts[number]))
            for op in reversed(path[number]):
                match op:
                    case ops.Assume(condition):
                        if next(needed) in core:
                            pending.add(condition)
                    case ops.Assign(target, value):
                        if not isinstance(target.type, ArrayType):
                            next(needed)
                        pending = {_replace(c, target, value) for c in pending}
                    case ops.Write(array, at, value):
                        pending = {_replace(c, array, E.store(E.var(array), at, value)) for c in pending}
                    case ops.Havoc(target):
                        pending = {c for c in pending if target not in variables(c)}
            pending = {c for c in pending if not c.is_const}
        return cuts

    def _sequence(self, interpolator: Interpolator, parts: list[Expr], limit: float | None) -> list[Expr] | None:
        """Only the steps that the core touches take part; the interpolant stays the same over the others."""
        busy = [i for i, part in enumerate(parts) if part is not E.TRUE]
        if len(busy) < 2:
            return [E.TRUE if i < busy[0] else E.FALSE for i in range(1, len(parts))] if busy else None
        found = interpolator.sequence([parts[i] for i in busy], limit)
        if found is None or not self._valid([parts[i] for i in busy], found, limit):
            return None
        chain = [E.TRUE, *found, E.FALSE]
        return [chain[sum(1 for i in busy if i < cut)] for cut in range(1, len(parts))]

    def _valid(self, parts: list[Expr], found: list[Expr], limit: float | None) -> bool:
        checker = self.checker()
        chain = [E.TRUE, *found, E.FALSE]
        return all(
            checker.check([before, part, E.lnot(after)], limit) is Answer.UNSAT
            for before, part, after in zip(chain[:-1], parts, chain[1:], strict=True)
        )


def _current(ssa: Ssa, interpolant: Expr, index: dict[E.Variable, int]) -> set[Expr]:
    return {atom for atom in (ssa.original(found, index) for found in atoms(interpolant)) if atom is not None}


def _replace(condition: Expr, variable: E.Variable, value: Expr) -> Expr:
    return substitute(condition, lambda node: value if node.op == "var" and node.payload is variable else None)


def _left(until: float) -> float:
    return max(0.001, until - time.monotonic())


def _simple(condition: Expr) -> bool:
    """Equalities of variables and constants, and their combinations."""
    return all(node.op in _SIMPLE for node in subterms(condition))


_SIMPLE = frozenset(["var", "const", "eq", "same", "and", "or", "xor", "lnot", "ite", "cast"])
