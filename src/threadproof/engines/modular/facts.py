"""What the fixpoint knows of registers, for other engines: invariants of the lowered program, and the outline that shows them.

Whether the property follows does not matter here. Told are registers that have one value, branches that are never or always
taken, and checks that never fail: all that `passes.invariants` makes use of. A program of which nothing is known, or
whose threads cannot be looked at one by one, has no facts, nor has one that takes longer than a moment."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import reduce
from math import inf

from threadproof.budget import Budget, OutOfBudget
from threadproof.counters import Counters
from threadproof.engines.modular import strided
from threadproof.engines.modular.export import export, facts_of_value
from threadproof.engines.modular.fixpoint import Fixpoint
from threadproof.engines.modular.state import AbstractThread, NoSuchState
from threadproof.engines.modular.transfer import assume
from threadproof.evidence.outline import OutlinedInvariants
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.uses import expr_variables, op_exprs
from threadproof.ir.walk import subterms
from threadproof.passes.invariants import CheckPlace, Location, ThreadInvariants, marked
from threadproof.records import replace
from threadproof.sched.solo import NotModular

MOMENT = 0.5  # seconds of the processor


class ProcessorBudget(Budget):
    """Also limits the time of the processor: what is known must not depend on what else the machine does."""

    ends = inf

    def begin(self) -> ProcessorBudget:
        self.ends = time.process_time() + MOMENT
        return self

    def check(self, counters: Counters | None = None) -> None:
        super().check(counters)
        if time.process_time() > self.ends:
            raise OutOfBudget("timeout")


def invariants(program: Program, budget: ProcessorBudget) -> OutlinedInvariants | None:
    """Of a program as modular lowers it."""
    places = {str(place): place for place in _checks(program)}
    numbered = marked(program, {place: name for name, place in places.items()})
    try:
        found = Fixpoint(numbered, budget.begin(), {})
        found.run()
        failing = _failing(found)
        excluded = frozenset(place for name, place in places.items() if name not in failing)
        known = ThreadInvariants(dict(_facts(found)), excluded)
        outline = export(found)
    except (NotModular, OutOfBudget):
        return None
    if not known.facts and not known.excluded:
        return None
    return OutlinedInvariants(replace(outline, program=program), known)


def _checks(program: Program) -> Iterator[CheckPlace]:
    for name, function in program.functions.items():
        for number, edge in enumerate(function.edges):
            yield from ((name, number, at) for at, op in enumerate(edge.ops) if isinstance(op, ops.Check))


def _failing(found: Fixpoint) -> set[str]:
    """Kinds of the checks that may fail."""
    failing: set[str] = set()
    for place, states in found.states.items():
        for move in found.solo.moves(*place):
            if move.failure is not None and move.failure.kind not in failing:
                cases = (case for state in states.values() for case in found.words.cases(state, move))
                if any(found.after(case, move) for case in cases):
                    failing.add(move.failure.kind)
    return failing


def _facts(found: Fixpoint) -> Iterator[tuple[Location, tuple[Expr, ...]]]:
    registers = {name: _read(function) for name, function in found.program.functions.items()}
    states: dict[Location, list[AbstractThread]] = {}
    for (template, location), known in found.states.items():
        states.setdefault((found.solo.functions[template].name, location), []).extend(known.values())
    for (name, location), here in states.items():
        edges = [edge for edge in found.program.functions[name].edges if edge.source == location]
        told = tuple(dict.fromkeys((*_values(registers[name], here), *_branches(edges, here))))
        if told:
            yield (name, location), told


def _read(function: Function) -> list[Variable]:
    """Registers that conditions or values depend on."""
    read = {v for edge in function.edges for op in edge.ops for expr in op_exprs(op) for v in expr_variables(expr)}
    return sorted((v for v in read if not v.shared and strided.scalar(v.type)), key=lambda v: v.name)


def _values(registers: list[Variable], states: list[AbstractThread]) -> Iterator[Expr]:
    for variable in registers:
        num = reduce(strided.join, [state.num(variable) for state in states])
        if num.constant is not None:
            yield facts_of_value(E.var(variable), num.constant)


def _branches(edges: list[Edge], states: list[AbstractThread]) -> Iterator[Expr]:
    """Conditions that always hold, or never."""
    for edge in edges:
        guard = edge.ops[0]
        if isinstance(guard, ops.Assume) and guard.branch and _own(guard.condition):
            if not any(_possible(state, guard.condition, True) for state in states):
                yield E.lnot(guard.condition)
            elif not any(_possible(state, guard.condition, False) for state in states):
                yield guard.condition


def _own(condition: Expr) -> bool:
    """Whether only the thread itself can change it."""
    registers = not any(variable.shared for variable in expr_variables(condition))
    return registers and not any(node.op == "self" for node in subterms(condition))


def _possible(state: AbstractThread, condition: Expr, truth: bool) -> bool:
    try:
        assume(state.copy(), condition, truth)
    except NoSuchState:
        return False
    return True
