"""What is known of threads where they rest, put into the program: checks, branches and registers that are decided go.

The *invariants* of a lowered program say, for some functions and locations, what the registers of a thread satisfy whenever it
rests there (between two steps, outside of atomic blocks), and which checks never fail. The pass makes of that

- for a check that never fails: nothing;
- for a branch that is never taken, since the fact is that its condition is false: no edge; for one that is always taken, since
  its condition is a fact: no condition;
- for a register of which one value is possible: that value, in the edges that read it, and in the atomic block that they begin.

Claim: if the invariants hold in all executions up to the first failure, each execution of the program up to its first failure
is one of the result, with the same failure at its end. For where an execution stands, the result has the same edges, but for
those whose conditions are false there; what was replaced in them has the same value there; and the checks that are gone hold. So
a proof that the result does not fail is one for the program, and a deadlock or a race of the one is one of the other. Whether the
invariants hold is not known here: `certify.outline.invariants` checks it before such a proof counts.

Nothing is assumed that could keep a thread from going on. An operation `Assume` with an interval of a register, say, would:
partial order reduction rests on threads that can always move, and its check (`certify.graph.reduction`) looks at states of which
less is known than the outline knows. Facts about shared variables are left out, too: they change while a thread rests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from threadproof.analyses.graph import reachable_edges, with_edges
from threadproof.errors import InternalError
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.uses import map_op, op_changed
from threadproof.ir.walk import substitute
from threadproof.passes.options import PassOptions
from threadproof.records import dataclass, replace

DEEP = 16  # atomic blocks inside of each other; no fact is assumed where there may be more
Location = tuple[str, int]
Values = dict[Variable, Expr]
CheckPlace = tuple[str, int, int]
"""Function, number of the edge, number of the operation."""


@dataclass(frozen=True, slots=True, eq=False)
class ThreadInvariants:
    """Of a lowered program. `facts`: about the registers of a thread that rests at a location; `excluded`: checks that never
    fail."""

    facts: Mapping[Location, tuple[Expr, ...]]
    excluded: frozenset[CheckPlace]


def assume_invariants(program: Program, options: PassOptions) -> Program:
    known = options.invariants
    if known is None:
        raise InternalError("there are no invariants that could be assumed")
    return replace(program, functions={name: _folded(function, known) for name, function in program.functions.items()})


def marked(program: Program, kinds: Mapping[CheckPlace, str]) -> Program:
    """The same program, in which the kinds of some checks are others."""
    functions = {}
    for name, function in program.functions.items():
        edges = []
        for number, edge in enumerate(function.edges):
            named = [(op, kinds.get((name, number, at))) for at, op in enumerate(edge.ops)]
            made = [replace(op, kind=kind) if kind is not None and isinstance(op, ops.Check) else op for op, kind in named]
            edges.append(replace(edge, ops=tuple(made)))
        functions[name] = with_edges(function, edges)
    return replace(program, functions=functions)


def _folded(function: Function, known: ThreadInvariants) -> Function:
    """Without checks that never fail, branches that are never taken, and registers that have one value."""
    edges, inside = [], atomic_locations(function)
    resting = {location: known.facts[name, location] for name, location in known.facts if name == function.name}
    resting = {location: facts for location, facts in resting.items() if location not in inside}
    values = _constants(function, {location: dict(_values(facts)) for location, facts in resting.items()}, inside)
    for number, edge in enumerate(function.edges):
        facts, guard = resting.get(edge.source, ()), _guard(edge)
        if guard is not None and E.lnot(guard) in facts:
            continue
        operations = [ops.Skip() if (function.name, number, at) in known.excluded else op for at, op in enumerate(edge.ops)]
        if guard is not None and guard in facts:
            operations[0] = ops.Skip()
        here = dict(values.get(edge.source, {}))
        edges.append(replace(edge, ops=tuple(_substituted(operations, here)) if here else tuple(operations)))
    smaller = with_edges(function, edges)
    return with_edges(function, reachable_edges(smaller)) if len(edges) < len(function.edges) else smaller


def _constants(function: Function, resting: Mapping[int, Values], inside: set[int]) -> dict[int, Values]:
    """Of registers where a thread rests, and at locations inside of atomic blocks: nobody else sets them meanwhile."""
    found = dict(resting)
    waiting = list(function.edges)
    while waiting:
        changed = set()
        for edge in waiting:
            if edge.target in inside and (edge.source in found or edge.source not in inside):
                set_there = {op_changed(op) for op in edge.ops}
                after = {v: value for v, value in found.get(edge.source, {}).items() if v not in set_there}
                old = found.get(edge.target)
                new = after if old is None else {v: value for v, value in old.items() if after.get(v) is value}
                if old is None or len(new) < len(old):
                    found[edge.target] = new
                    changed.add(edge.target)
        waiting = [edge for edge in function.edges if edge.source in changed]
    return found


def atomic_locations(function: Function) -> set[int]:
    """Locations where a thread may be inside of an atomic block: it does not rest there, at least not always."""
    out = function.successors()
    seen = {(function.entry, 0)}
    work = list(seen)
    while work:
        location, before = work.pop()
        for edge in out.get(location, ()):
            depth = before
            for op in edge.ops:
                depth = max(0, depth + isinstance(op, ops.AtomicBegin) - isinstance(op, ops.AtomicEnd))
            if depth > DEEP:
                return {location for edge in function.edges for location in (edge.source, edge.target)}
            if (edge.target, depth) not in seen:
                seen.add((edge.target, depth))
                work.append((edge.target, depth))
    return {location for location, depth in seen if depth}


def _guard(edge: Edge) -> Expr | None:
    first = edge.ops[0]
    return first.condition if isinstance(first, ops.Assume) and first.branch else None


def _values(facts: tuple[Expr, ...]) -> Iterator[tuple[Variable, Expr]]:
    """Registers of which facts say the value."""
    for fact in facts:
        if fact.op == "var":
            yield fact.payload, E.TRUE
        elif fact.op == "lnot" and fact.args[0].op == "var":
            yield fact.args[0].payload, E.FALSE
        elif fact.op == "eq":
            one, two = fact.args if fact.args[0].op == "var" else fact.args[::-1]
            if one.op == "var" and two.is_const:
                yield one.payload, two


def _substituted(operations: list[ops.Op], values: dict[Variable, Expr]) -> Iterator[ops.Op]:
    """Operations in which registers are their values, as long as they are not set."""
    for op in operations:
        made = map_op(op, lambda expr: substitute(expr, _value_of(values)), lambda variable: variable)
        changed = op_changed(op)
        if changed is not None:
            values.pop(changed, None)
        yield made


def _value_of(values: Mapping[Variable, Expr]):  # type: ignore[no-untyped-def]
    return lambda node: values.get(node.payload) if node.op == "var" else None
