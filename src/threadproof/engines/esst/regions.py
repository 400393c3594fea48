"""What is known in a node: a region for every thread, over its registers and what is shared, and one region over
everything.

A step of a thread changes its own region and the whole one by what it does (strongest Boolean combination of the predicates,
`domains.boolean`). What is known of the other threads must not outlive what the step writes: an idle thread knows that its copy
is equal to a shared variable, another one writes that variable. `havoc` makes what is written arbitrary in the regions of idle
threads; `leak` executes the step there, too, as far as that can be told without the registers of the thread that runs.

A node stands for the states that lie in all of its regions. So each of them may be made smaller with what the others say: a step
is computed from the region of its thread together with the whole one. Values of tracked variables are part of a region, too
(`domains.product`).

`asleep` are threads that need not be followed (`reduction`); they are part of a node, not of what is known.
"""

from __future__ import annotations

from collections.abc import Set

from threadproof.domains.boolean import Boolean
from threadproof.domains.precision import Precision
from threadproof.domains.product import AbstractState
from threadproof.engines.esst.precision import ThreadPrecisions
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.sched.system import END, HALTED, System, SystemStep
from threadproof.smt.oracle import Oracle

TOP = AbstractState({}, frozenset())
NOTHING = Precision()


class Regions:
    """Immutable. `own[t]` is the region of thread t; that of one that has ended says nothing."""

    __slots__ = ("_hash", "_together", "asleep", "own", "whole")

    def __init__(self, whole: AbstractState, own: tuple[AbstractState, ...], asleep: frozenset[int] = frozenset()) -> None:
        self.whole = whole
        self.own = own
        self.asleep = asleep
        self._hash = hash((whole, own, asleep))
        self._together: AbstractState | None = None

    def sleeping(self, asleep: frozenset[int]) -> Regions:
        return self if asleep == self.asleep else Regions(self.whole, self.own, asleep)

    def without(self, variables: Set[Variable]) -> Regions:
        """No values of these."""
        whole, *own = (_without(region, variables) for region in (self.whole, *self.own))
        return Regions(whole, tuple(own), self.asleep)

    def known(self) -> tuple[AbstractState, tuple[AbstractState, ...]]:
        return self.whole, self.own

    def together(self) -> AbstractState:
        """All that is known."""
        if self._together is None:
            values = dict(self.whole.values)
            for region in self.own:
                values |= region.values
            self._together = AbstractState(values, self.whole.facts.union(*(region.facts for region in self.own)))
        return self._together

    def exact(self) -> dict[Variable, Expr]:
        return self.together().exact()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Regions) and self.known() == other.known() and self.asleep == other.asleep

    def __hash__(self) -> int:
        return self._hash


class RegionDomain:
    def __init__(self, system: System, oracle: Oracle, leak: bool) -> None:
        self.system = system
        self.oracle = oracle
        self.leak = leak
        self.boolean = Boolean(oracle, local=True)
        self.posts = 0  # abstract successors of single regions
        self._successors: dict[tuple[AbstractState, int, Precision], tuple[tuple[ops.DataOp, ...], AbstractState | None]] = {}
        self._havocs: dict[int, tuple[tuple[ops.DataOp, ...], tuple[ops.DataOp, ...]]] = {}

    def initial(self, precisions: ThreadPrecisions) -> Regions:
        operations, control = self.system.initial_ops(), self.system.initial
        whole = self._post(TOP, operations, precisions.whole_at(control))
        own = self._post(TOP, operations, precisions.own_at(control, 0))
        assert whole is not None and own is not None
        return Regions(whole, (own,))

    def post(self, before: Regions, step: SystemStep, precisions: ThreadPrecisions) -> Regions | None:
        """After a step; None where it cannot be taken. No thread is asleep."""
        control, runner = step.target, step.thread
        known = _both(before.own[runner], before.whole)
        if self._successor(known, step.ops, NOTHING) is None:
            return None
        if control is HALTED:
            return Regions(TOP, ())
        whole = self._post(known, step.ops, precisions.whole_at(control))
        if whole is None:
            return None
        own: list[AbstractState] = []
        havocs = self._written(step.ops)
        for thread, place in enumerate(control.at):
            region: AbstractState | None
            if place[1] == END:
                region = TOP
            elif thread == runner or thread >= len(before.own):
                region = self._post(known, step.ops, precisions.own_at(control, thread))
            elif not havocs:
                region = before.own[thread]
            else:
                region = self._idle(before, thread, step, precisions.own_at(control, thread))
            if region is None:
                return None
            own.append(region)
        after = Regions(whole, tuple(own))
        return after if self._possible(after.together()) else None

    def _possible(self, state: AbstractState) -> bool:
        if not state.facts:
            return True
        facts = state.facts if not state.values else frozenset(map(state.put_in, state.facts)) - {E.TRUE}
        return not facts or self.oracle.satisfiable(facts)

    def _idle(self, before: Regions, thread: int, step: SystemStep, precision: Precision) -> AbstractState | None:
        """The region of a thread that rests while another one writes; no other thread writes its registers."""
        region = before.own[thread]
        if not precision.predicates and not region.facts and region.values.keys() <= precision.tracked:
            return region
        return self._post(_both(region, before.whole), step.ops if self.leak else self._written(step.ops), precision)

    def _written(self, operations: tuple[ops.DataOp, ...]) -> tuple[ops.DataOp, ...]:
        """Everything that the operations write and others may know about takes any value."""
        found = self._havocs.get(id(operations))
        if found is None:
            names: dict[Variable, None] = {}
            for op in operations:
                if not isinstance(op, ops.Assume):
                    target = op.array if isinstance(op, ops.Write) else op.target
                    if self.system.origin(target) is None:
                        names[target] = None
            made: tuple[ops.DataOp, ...] = tuple(ops.Havoc(name, ops.Origin.INPUT) for name in names)
            found = self._havocs[id(operations)] = (operations, made)
        return found[1]

    def _post(self, state: AbstractState, operations: tuple[ops.DataOp, ...], precision: Precision) -> AbstractState | None:
        """Whether the step is possible was asked before: where nothing is to be known, nothing is computed."""
        if not precision:
            return TOP
        self.posts += 1
        return self._successor(state, operations, precision)

    def _successor(self, state: AbstractState, operations: tuple[ops.DataOp, ...], precision: Precision) -> AbstractState | None:
        """Regions are few compared with nodes, so most of them are looked up. Operations are told apart by identity."""
        key = (state, id(operations), precision)
        found = self._successors.get(key)
        if found is None:
            found = self._successors[key] = (operations, self.boolean.post(state, operations, precision))
        return found[1]

    def covers(self, big: Regions, small: Regions) -> bool:
        """Whether every state of the one is in the other; which threads are asleep does not count here."""
        if not self.boolean.covers(big.whole, small.whole):
            return False
        return all(self.boolean.covers(a, b) for a, b in zip(big.own, small.own, strict=True))


def _both(one: AbstractState, other: AbstractState) -> AbstractState:
    return AbstractState(one.values | other.values, one.facts | other.facts)


def _without(region: AbstractState, variables: Set[Variable]) -> AbstractState:
    if variables.isdisjoint(region.values):
        return region
    return AbstractState(
        {variable: value for variable, value in region.values.items() if variable not in variables}, region.facts
    )
