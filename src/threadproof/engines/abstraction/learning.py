"""Precision refinement: the smallest growth of the precision, over several methods, that refutes a spurious path.

The methods (see `refine`) are asked in order: values of variables, conditions as written, weakest preconditions, interpolants.
What one proposes is tried on the path itself: the abstract states along it are computed with the larger precision, and if these
rule the path out, whatever is not needed for that is dropped again. So a variable is not tracked if its values do not help, and
a loop is not unrolled into predicates if those of its conditions suffice. If no method succeeds alone, all proposals together are
taken as long as they contain something new; otherwise there is no progress, which is the end.

The path may have been computed when less was known: then the present precision refutes it, and nothing is learnt. In every
case the first node whose state comes out differently now is where the graph must be rebuilt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from threadproof.domains.base import Domain
from threadproof.domains.precision import Place, Precision, Precisions
from threadproof.domains.product import AbstractState
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables
from threadproof.reach.explore import Learnt, Stuck
from threadproof.reach.graph import ErrorPath
from threadproof.refinement.refine import Feasible, Refinement, Refiner, UndecidedPath
from threadproof.sched.system import System, SystemStep

MANY = 12  # a variable with more values than this at one control moves to predicates
EFFORT = 4000  # successors that may be computed to make a proposal smaller

Proposal = list[tuple[int, Precision]]
"""What is needed after so many steps."""


class AbstractionLearner:
    """`post` is the engine's successor for a step, with the precision that `watch` was told."""

    def __init__(
        self,
        system: System,
        domain: Domain,
        refiner: Refiner,
        methods: Sequence[str],
        local: bool,
        watch: Callable[[Precision], None],
        post: Callable[[AbstractState, SystemStep, Precision], AbstractState | None],
    ) -> None:
        self.system, self.domain, self.refiner = system, domain, refiner
        self.methods, self.local = methods, local
        self.watch, self.post = watch, post
        self.precisions = Precisions(Precision())
        self.demoted: set[Variable] = set()
        self._seen: dict[tuple[object, Variable], set[Expr]] = {}

    def analyse(self, path: ErrorPath[AbstractState], limit: float) -> Feasible | UndecidedPath | Learnt | Stuck:
        operations: list[Sequence[ops.DataOp]] = [self.system.initial_ops(), *(step.ops for step in path.steps)]
        states = self._refuted(path, self.precisions)
        if states is not None:
            return Learnt(_difference(path, states))
        every: Proposal = []
        for method in self.methods:
            found = self.refiner.analyse(operations, "wp" if method == "values" else method, limit)
            if not isinstance(found, Refinement):
                return found
            proposal = list(self._new(self._proposal(found.cuts, method == "values")))
            if not proposal:
                continue
            if self._try(path, proposal) is not None:
                return self._settle(path, self._smaller(path, proposal))
            every += proposal
        return self._settle(path, every) if every else Stuck()

    def limited(self, step: SystemStep, state: AbstractState) -> AbstractState:
        """The state without what has taken too many values; predicates take over."""
        if not state.values or len(self.methods) < 2:
            return state
        moved = set()
        for variable, value in state.values.items():
            if variable in self.demoted:
                moved.add(variable)
                continue
            seen = self._seen.setdefault((step.target.at, variable), set())
            seen.add(value)
            if len(seen) > MANY:
                self.demoted.add(variable)
                moved.add(variable)
        if not moved:
            return state
        self.precisions = self.precisions.without(self.demoted)
        return AbstractState({v: value for v, value in state.values.items() if v not in moved}, state.facts)

    # -- proposals -------------------------------------------------------------------------------------------------------

    def _proposal(self, cuts: list[set[Expr]], values: bool) -> Proposal:
        found = []
        for cut, atoms in enumerate(cuts):
            if values:
                names = {variable for atom in atoms for variable in expr_variables(atom)}
                found.append((cut, Precision(tracked=frozenset(names - self.demoted))))
            else:
                found.append((cut, Precision(predicates=frozenset(atoms))))
        return found

    def _new(self, proposal: Proposal) -> Iterator[tuple[int, Precision]]:
        """Without what is tracked everywhere anyway."""
        known = self.precisions.everywhere
        for cut, precision in proposal:
            new = Precision(precision.tracked - known.tracked, precision.predicates - known.predicates)
            if new:
                yield cut, new

    def _grown(self, path: ErrorPath[AbstractState], proposal: Proposal) -> Precisions:
        if not self.local:
            return self.precisions.grown((None, precision) for _, precision in proposal)
        return self.precisions.grown(
            (self._place(path, cut, variables), precision) for cut, wanted in proposal for variables, precision in _single(wanted)
        )

    def _place(self, path: ErrorPath[AbstractState], cut: int, variables: frozenset[Variable]) -> Place | None:
        """Where something is needed after `cut` of the formula's parts, the first of which sets the initial values."""
        if cut == 0 or cut > len(path.nodes):
            return None
        control = path.nodes[cut - 1].control
        owners = {origin[1] for origin in map(self.system.origin, variables) if origin is not None}
        thread = min(owners) if owners else path.steps[cut - 1].thread
        return control.at[thread] if thread < len(control.at) else None

    # -- trying them -----------------------------------------------------------------------------------------------------

    def _states(self, path: ErrorPath[AbstractState], precisions: Precisions) -> tuple[list[AbstractState], bool]:
        """The states along the path, up to where it cannot go on; and whether that is so."""
        self.watch(precisions.union)
        state = self.domain.post(self.domain.top, self.system.initial_ops(), precisions.at(self.system.initial.at))
        assert state is not None
        states = [state]
        for step in path.steps:
            after = self.post(states[-1], step, precisions.at(step.target.at))
            if after is None:
                return states, True
            states.append(after)
        return states, False

    def _refuted(self, path: ErrorPath[AbstractState], precisions: Precisions) -> list[AbstractState] | None:
        states, refuted = self._states(path, precisions)
        return states if refuted else None

    def _try(self, path: ErrorPath[AbstractState], proposal: Proposal) -> list[AbstractState] | None:
        return self._refuted(path, self._grown(path, proposal))

    def _smaller(self, path: ErrorPath[AbstractState], proposal: Proposal) -> Proposal:
        """Drop what is not needed to refute the path; what other threads can see first, then large predicates."""
        wanted: set[Variable | Expr] = set()
        for _, precision in proposal:
            wanted |= precision.tracked | precision.predicates
        tries = EFFORT // (len(path.steps) + 1)
        for item in sorted(wanted, key=_rank, reverse=True)[:tries]:
            smaller = [(cut, _without(precision, item)) for cut, precision in proposal]
            smaller = [(cut, precision) for cut, precision in smaller if precision]
            if smaller and self._try(path, smaller) is not None:
                proposal = smaller
        return proposal

    def _settle(self, path: ErrorPath[AbstractState], proposal: Proposal) -> Learnt:
        self.precisions = self._grown(path, proposal)
        states, _ = self._states(path, self.precisions)
        return Learnt(_difference(path, states))


def _difference(path: ErrorPath[AbstractState], states: list[AbstractState]) -> int:
    for number, (node, state) in enumerate(zip(path.nodes, states, strict=False)):
        if node.state != state:
            return number
    return min(len(path.nodes), len(states))


def _single(precision: Precision) -> Iterator[tuple[frozenset[Variable], Precision]]:
    for variable in precision.tracked:
        yield frozenset((variable,)), Precision(tracked=frozenset((variable,)))
    for predicate in precision.predicates:
        yield expr_variables(predicate), Precision(predicates=frozenset((predicate,)))


def _without(precision: Precision, item: Expr | Variable) -> Precision:
    if isinstance(item, Variable):
        return precision.without((item,))
    return Precision(precision.tracked, precision.predicates - {item})


def _rank(item: Expr | Variable) -> tuple[int, int, str]:
    if isinstance(item, Variable):
        return (item.shared, 0, item.name)
    names = expr_variables(item)
    return (len(names), len(repr(item)), repr(item))
