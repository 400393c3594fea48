"""Predicate discovery: from a spurious path to a better precision.

The path is one formula in single-assignment form. If it is satisfiable the path is real. If not, the conjuncts of an
unsatisfiable core are taken and these sources of predicates are tried:

- `guards`: the conditions of the core as they are written, at every cut before them. Often enough, and they never follow a loop.
- `wp`: the conditions of the core, pushed backwards through the assignments of the path (weakest preconditions). Their atoms at
  each cut are predicates close to the source text. A condition that meets a havoc of one of its variables ends there, unless
  the variable must be equal to something else.
- `flags`: the same, but only where conditions without arithmetic suffice; otherwise it finds nothing.
- `interpolants`, `spacer`: an inductive sequence from an interpolating solver, checked by another solver before use; split into
  atoms, or as it is (`whole`).
- `cells`: the same of the path with a variable per cell of its arrays (`refinement.cells`), for paths that are not real because
  of what an array holds.

`Refinement.cuts[i]` holds the atoms that matter after i steps; an empty set means that nothing needs to be known there.
The formula and its core are stored while several methods look at the same path.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from threadproof.domains.atoms import atoms, chained, eliminate, replaced
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.types import ArrayType
from threadproof.ir.walk import subterms
from threadproof.records import dataclass, field
from threadproof.refinement.cells import Cells
from threadproof.refinement.folding import folded
from threadproof.smt.solver import Answer, Interpolator, Model, Solver
from threadproof.smt.ssa import Ssa, conjunction

METHODS = {
    "auto": ("guards", "flags", "wp", "interpolants", "spacer", "whole interpolants", "cells", "whole cells"),
    "wp": ("flags", "wp"),
    "interpolants": ("interpolants", "whole interpolants", "cells", "whole cells"),
    "spacer": ("spacer", "whole spacer"),
}
"""By the name of the option: how a precision may grow, best first."""


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
class UndecidedPath:
    reason: str


@dataclass(slots=True)
class _Path:
    """A path as a formula, with its answer, and its core as soon as it is asked for."""

    steps: list[Sequence[ops.DataOp]]
    ssa: Ssa
    indices: list[dict[E.Variable, int]]
    conjuncts: list[list[Expr]]
    answer: Answer
    first_core: list[Expr]
    cores: dict[bool, set[Expr]] = field(default_factory=dict)


class Refiner:
    """`interpolators` by method; they are made when first needed. `folding`: paths are executed on symbols before the solver is
    asked (`refinement.folding`)."""

    def __init__(
        self,
        solver: Solver,
        interpolators: Mapping[str, Callable[[], Interpolator]],
        checker: Callable[[], Solver],
        folding: bool = False,
    ) -> None:
        self.folding = folding
        self.solver = solver
        self.interpolators = interpolators
        self.checker = checker
        self._made: dict[str, Interpolator] = {}
        self._last: _Path | None = None

    def analyse(
        self, path: Sequence[Sequence[ops.DataOp]], method: str, limit: float | None
    ) -> Feasible | Refinement | UndecidedPath:
        """`path[i]` are the operations of step i; `limit`: seconds for all of it. A method may find nothing: no cuts."""
        until = time.monotonic() + (float("inf") if limit is None else limit)
        if method.endswith("cells"):
            return self._cells(path, method.replace("cells", "interpolants"), _left(until))
        found = self._formula(path, until)
        if found.answer is Answer.SAT:
            return Feasible(self.solver.model(), found.ssa, found.indices)
        if found.answer is Answer.UNKNOWN:
            return UndecidedPath("the solver gave up on a path")
        core = self._core(found, until, method == "flags")
        if not core:
            return Refinement([])
        match method:
            case "guards":
                return Refinement(_guards(path, found.conjuncts, core))
            case "flags" | "wp":
                return Refinement(_backwards(path, found.conjuncts, core))
        return self._interpolated(found, core, method, until)

    def _cells(self, path: Sequence[Sequence[ops.DataOp]], method: str, limit: float) -> Refinement:
        """Nothing if that path has a run: it reads outside of an array, or an array is not split."""
        cells = Cells()
        found = self.analyse(cells.path(path), method, limit)
        if not isinstance(found, Refinement):
            return Refinement([])
        return Refinement([{cells.back(atom) for atom in cut} for cut in found.cuts])

    def _formula(self, path: Sequence[Sequence[ops.DataOp]], until: float) -> _Path:
        last = self._last
        if last is not None and len(last.steps) == len(path) and all(a is b for a, b in zip(last.steps, path, strict=True)):
            return last
        ssa, index = Ssa(), dict[E.Variable, int]()
        indices: list[dict[E.Variable, int]] = [{}]
        conjuncts: list[list[Expr]] = []
        for step in path:
            conjuncts.append(ssa.conjuncts(step, index))
            indices.append(dict(index))
        core = folded(path, conjuncts) if self.folding else None
        answer = self._ask(conjuncts, until) if core is None else Answer.UNSAT
        if core is None:
            core = self.solver.core() if answer is Answer.UNSAT else []
        found = _Path(list(path), ssa, indices, conjuncts, answer, core)
        self._last = found if answer is Answer.UNSAT else None
        return found

    def _core(self, path: _Path, until: float, flags: bool) -> set[Expr]:
        if flags not in path.cores:
            reason = self._reason(path, until, flags)
            path.cores[flags] = set(self._minimise(reason, until))
        return path.cores[flags]

    def _interpolated(self, path: _Path, core: set[Expr], method: str, until: float) -> Refinement:
        """`method` names an interpolator; `whole` before it: the interpolants are predicates as they are."""
        whole, name = method.startswith("whole "), method.removeprefix("whole ")
        found = self.sequence(path.conjuncts, core, name, until)
        if found is None:
            return Refinement([])
        current = [_current(path.ssa, i, index, whole) for i, index in zip(found, path.indices[1:], strict=False)]
        return Refinement([set(), *current, set()])

    def sequence(self, conjuncts: list[list[Expr]], core: set[Expr], name: str, until: float) -> list[Expr] | None:
        """Interpolants after each step but the last, over the copies of the path."""
        parts = [conjunction(part for part in parts if part in core) for parts in conjuncts]
        if name not in self._made:
            self._made[name] = self.interpolators[name]()
        return self._sequence(self._made[name], parts, _left(until))

    def _reason(self, path: _Path, until: float, flags: bool) -> list[Expr]:
        """A core, if possible one without arithmetic: flags and locks explain more, with fewer predicates, than numbers do."""
        simple = [[part for part in parts if _simple(part)] for parts in path.conjuncts]
        core = self._contradiction(simple, until)
        if core is not None:
            return self._latest(simple, core, until)
        return [] if flags else self._latest(path.conjuncts, path.first_core, until, path.steps if self.folding else None)

    def _latest(
        self, conjuncts: list[list[Expr]], core: list[Expr], until: float, steps: list[Sequence[ops.DataOp]] | None = None
    ) -> list[Expr]:
        """A core of the shortest contradictory end of the path: what it says does not depend on how the path began, hence it
        rules out many others, too."""
        low, high = 0, len(conjuncts)  # the end from `low` on is contradictory, that from `high` on is not
        while high - low > 1:
            middle = (low + high) // 2
            found = folded(steps[middle:], conjuncts[middle:]) if steps is not None else None
            if found is None:
                found = self._contradiction(conjuncts[middle:], until)
            if found is not None:
                low, core = middle, found
            else:
                high = middle
        return core

    def _contradiction(self, conjuncts: list[list[Expr]], until: float) -> list[Expr] | None:
        return self.solver.core() if self._ask(conjuncts, until) is Answer.UNSAT else None

    def _ask(self, conjuncts: list[list[Expr]], until: float) -> Answer:
        return self.solver.check([part for parts in conjuncts for part in parts if part is not E.TRUE], _left(until))

    def _minimise(self, core: list[Expr], until: float) -> list[Expr]:
        """Drop what is not needed, as long as that is cheap."""
        if len(core) > 60:
            return core
        for part in list(core):
            rest = [other for other in core if other is not part]
            if len(rest) < len(core) and self.solver.check(rest, min(0.05, _left(until))) is Answer.UNSAT:
                core = [other for other in core if other in set(self.solver.core())]
        return core

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


def _guards(path: Sequence[Sequence[ops.DataOp]], conjuncts: list[list[Expr]], core: set[Expr]) -> list[set[Expr]]:
    """Conditions in terms of the state before their own step, at all cuts up to there."""
    cuts: list[set[Expr]] = [set() for _ in range(len(path) + 1)]
    found: set[Expr] = set()
    for number in range(len(path) - 1, -1, -1):
        before = _through(path[number], conjuncts[number], core, set())
        found = found | {atom for condition in before for atom in atoms(condition)}
        cuts[number] = found
    return cuts


def _backwards(path: Sequence[Sequence[ops.DataOp]], conjuncts: list[list[Expr]], core: set[Expr]) -> list[set[Expr]]:
    pending: set[Expr] = set()
    cuts: list[set[Expr]] = [set() for _ in range(len(path) + 1)]
    for number in range(len(path) - 1, -1, -1):
        cuts[number + 1] = {atom for condition in pending for atom in atoms(condition)} | chained(pending)
        pending = _through(path[number], conjuncts[number], core, pending)
    return cuts


def _through(step: Sequence[ops.DataOp], conjuncts: list[Expr], core: set[Expr], pending: set[Expr]) -> set[Expr]:
    """Conditions after a step, and its own, as conditions before it. One that meets a havoc of its variables ends there."""
    needed = iter(reversed(conjuncts))
    for op in reversed(step):
        match op:
            case ops.Assume(condition):
                if next(needed) in core:
                    pending = pending | {condition}
            case ops.Assign(target, value):
                if not isinstance(target.type, ArrayType):
                    next(needed)
                pending = {replaced(c, target, value) for c in pending}
            case ops.Write(array, at, value):
                pending = {replaced(c, array, E.store(E.var(array), at, value)) for c in pending}
            case ops.Havoc(target):
                pending = eliminate(pending, target)
            case _:
                assert_never(op)
    return {c for c in pending if not c.is_const}


def _current(ssa: Ssa, interpolant: Expr, index: dict[E.Variable, int], whole: bool) -> set[Expr]:
    parts = {interpolant} if whole else atoms(interpolant)
    found = {ssa.original(part, index) for part in parts}
    return {atom for atom in found if atom is not None and not atom.is_const}


def _left(until: float) -> float:
    return max(0.001, until - time.monotonic())


def _simple(condition: Expr) -> bool:
    """Equalities of variables and constants, and their combinations."""
    return all(node.op in _SIMPLE for node in subterms(condition))


_SIMPLE = frozenset(["var", "const", "eq", "same", "and", "or", "xor", "lnot", "ite", "cast"])


def make_refiner(folding: bool = False) -> Refiner:
    from threadproof.smt.bitwuzla import BitwuzlaSolver

    return Refiner(BitwuzlaSolver(), {"interpolants": _bitwuzla, "spacer": _spacer}, _checker, folding)


def _bitwuzla() -> Interpolator:
    from threadproof.smt.bitwuzla import BitwuzlaInterpolator

    return BitwuzlaInterpolator()


def _spacer() -> Interpolator:
    from threadproof.smt.spacer import Spacer

    return Spacer()


def _checker() -> Solver:
    """Interpolants are checked by another solver than the one that made them; it is loaded when there is one to check."""
    from threadproof.smt.z3 import Z3Solver

    return Z3Solver()
