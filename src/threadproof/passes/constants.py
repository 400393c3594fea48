"""Constant and copy propagation, and removal of assignments that nobody reads; so that blocks stay small.

Three steps, repeated while they help:

1. A register that is set by exactly one operation, to a value that never changes (a constant, an address, the thread's own
number, or built from such registers), and that is never read before it is set, *is* that value everywhere. 2. Along paths,
a register that was assigned an expression over registers is replaced by it, as long as nothing in it changes. Where paths
meet, what all of them agree on is kept; at loop heads nothing is. Branches whose guard became false disappear. 3. An
assignment to a register that is dead after it has no effect and goes away.

Only registers are propagated, never shared variables: no access moves, disappears or is repeated. Inputs are kept even
where they are dead, so that a counterexample gives a value for each of them.
"""

from __future__ import annotations

from dataclasses import replace

from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import expr_variables, map_op, op_exprs, op_target, op_variables
from threadproof.ir.walk import substitute, subterms
from threadproof.passes.empty import without_empty
from threadproof.passes.graph import cyclic_locations, reachable_edges, with_edges
from threadproof.passes.liveness import Liveness, maybe_unset
from threadproof.passes.loops import back_edges
from threadproof.passes.options import PassOptions

_ROUNDS = 4
_LARGEST = 16  # nodes of an expression that is worth repeating
_MOST = 64  # registers that are followed at a time
_Known = dict[Variable, Expr]


def propagate_constants(program: Program, options: PassOptions) -> Program:
    functions: dict[str, Function] = {}
    private: set[Edge] = set()
    for name, function in program.functions.items():
        work = _Work(function, program.private)
        for _ in range(_ROUNDS):
            if not work.round():
                break
        smaller = without_empty(with_edges(function, work.edges), work.private, "memory" not in program.ensures)
        private.update(edge for edge in smaller.edges if edge in work.private)
        functions[name] = replace(smaller, locals=_used(smaller))
    return replace(program, functions=functions, private=private)


def _used(function: Function) -> list[Variable]:
    """Registers that are left, in their old order."""
    found = {variable for edge in function.edges for op in edge.ops for variable in op_variables(op) if not variable.shared}
    found.update(function.params)
    known = [variable for variable in function.locals if variable in found]
    return known + sorted(found - set(known), key=lambda variable: variable.name)


class _Work:
    """The edges of one function while they are rewritten."""

    def __init__(self, function: Function, private: set[Edge]) -> None:
        self.function = function
        self.edges = reachable_edges(function)
        self.private = {edge for edge in function.edges if edge in private}
        self.changed = False
        self.cyclic = cyclic_locations(self.edges)  # grows smaller from round to round
        self._unset = maybe_unset(function.entry, self.edges, ())  # may be read before it is set; shrinks from round to round
        self._sizes: dict[Expr, int] = {}

    def round(self) -> bool:
        self.changed = False
        fixed = self._fixed_registers(self._unset)
        if fixed:
            self._substitute_everywhere(fixed)
        self._propagate()
        self.edges = reachable_edges(with_edges(self.function, self.edges))
        self._drop_dead()
        return self.changed

    def _replace(self, edge: Edge, operations: tuple[ops.Op, ...], origin: tuple[tuple[Edge, ...], ...] | None = None) -> Edge:
        if len(operations) == len(edge.ops) and all(a is b for a, b in zip(operations, edge.ops, strict=True)):
            return edge
        self.changed = True
        new = replace(edge, ops=operations, origin=edge.origin if origin is None else origin)
        if edge in self.private:
            self.private.add(new)
        return new

    # -- 1 ---------------------------------------------------------------------------------------------------------------

    def _fixed_registers(self, unset: set[Variable]) -> _Known:
        values: dict[Variable, Expr | None] = dict.fromkeys([*self.function.params, *unset])
        stable = set(self.function.params)  # set once and for all
        for edge in self.edges:
            for op in edge.ops:
                target = op_target(op)
                if target is None or target.shared:
                    continue
                if target in values:
                    values[target] = None
                    stable.discard(target)
                else:
                    values[target] = op.value if isinstance(op, ops.Assign) else None
                    if edge.source not in self.cyclic and not isinstance(target.type, ArrayType):
                        stable.add(target)
        fixed: _Known = {}
        grew = True
        while grew:
            grew = False
            for variable, value in values.items():
                if value is None or variable in fixed:
                    continue
                if all(v in fixed or v in stable for v in expr_variables(value)) and self._small(value):
                    fixed[variable] = substitute(value, lambda node: fixed.get(node.payload) if node.op == "var" else None)
                    grew = True
        return fixed

    def _substitute_everywhere(self, fixed: _Known) -> None:
        memo: dict[Expr, Expr] = {}

        def value(expr: Expr) -> Expr:
            return substitute(expr, lambda node: fixed.get(node.payload) if node.op == "var" else None, memo)

        def rewritten(op: ops.Op) -> ops.Op:
            if all(expr_variables(x).isdisjoint(fixed) for x in op_exprs(op)):
                return op
            return map_op(op, value, _same)

        self.edges = [self._replace(edge, tuple(map(rewritten, edge.ops))) for edge in self.edges]

    # -- 2 ---------------------------------------------------------------------------------------------------------------

    def _propagate(self) -> None:
        function = with_edges(self.function, self.edges)
        out = function.successors()
        closing = back_edges(function)
        heads = {edge.target for edge in closing}
        waiting = {function.entry: 0}  # edges into a location (other than back edges) that were not looked at yet
        for edge in self.edges:
            if edge not in closing:
                waiting[edge.target] = waiting.get(edge.target, 0) + 1
        arriving: dict[int, list[_Known]] = {}
        result: dict[Edge, Edge | None] = {}
        ready = [function.entry]
        while ready:
            location = ready.pop()
            # Nothing arrives where every way in is closed, except at a loop head, which a back edge may still reach.
            alive = location in arriving or location in heads or location == function.entry
            known = {} if location in heads else _agreed(arriving.pop(location, []))
            edges = out.get(location, [])
            for i, edge in enumerate(edges):
                after = known if i == len(edges) - 1 else dict(known)
                new = result[edge] = self._pass(edge, after) if alive else None
                if edge in closing:
                    continue
                if new is not None:
                    arriving.setdefault(edge.target, []).append(after)
                waiting[edge.target] -= 1
                if waiting[edge.target] == 0:
                    ready.append(edge.target)
        self.edges = [new for edge in self.edges if (new := result.get(edge)) is not None]

    def _pass(self, edge: Edge, known: _Known) -> Edge | None:
        """The edge with known values put in; `known` is updated. None if it cannot be taken."""
        result: list[ops.Op] = []
        for op in edge.ops:
            if known and any(not expr_variables(x).isdisjoint(known) for x in op_exprs(op)):
                op = map_op(op, lambda expr: self._value(expr, known), _same)
            if isinstance(op, ops.Assume) and op.condition is e.FALSE and op.branch:
                self.changed = True
                return None
            result.append(op)
            target = op_target(op)
            if target is not None and not target.shared:
                for variable in [v for v, value in known.items() if v is target or target in expr_variables(value)]:
                    del known[variable]
                if isinstance(op, ops.Assign) and self._worthwhile(op):
                    known[target] = op.value
                    if len(known) > _MOST:
                        del known[next(iter(known))]
        return self._replace(edge, tuple(result))

    def _value(self, expr: Expr, known: _Known) -> Expr:
        if expr_variables(expr).isdisjoint(known):
            return expr
        return substitute(expr, lambda node: known.get(node.payload) if node.op == "var" else None)

    def _small(self, expr: Expr) -> bool:
        size = self._sizes.get(expr)
        if size is None:
            size = self._sizes[expr] = sum(1 for _ in subterms(expr))
        return size <= _LARGEST

    def _worthwhile(self, op: ops.Assign) -> bool:
        inside = expr_variables(op.value)
        if any(v.shared or v is op.target or isinstance(v.type, ArrayType) for v in inside):
            return False
        return self._small(op.value)

    # -- 3 ---------------------------------------------------------------------------------------------------------------

    def _drop_dead(self) -> None:
        live = Liveness(self.edges)
        self._unset = set(live.registers(live.at(self.function.entry)))
        edges = []
        for edge in self.edges:
            after = live.at(edge.target)
            kept: list[int] = []
            for i in range(len(edge.ops) - 1, -1, -1):
                op = edge.ops[i]
                if not self._is_dead(op, after, live):
                    kept.append(i)
                    after = live.before(op, after)
            if len(kept) == len(edge.ops):
                edges.append(edge)
                continue
            kept.reverse()
            origin = tuple(edge.origin[i] for i in kept) if edge.origin else ()
            if not kept:
                origin = edge.origin[-1:]
            edges.append(self._replace(edge, tuple(edge.ops[i] for i in kept) or (ops.Skip(),), origin))
        self.edges = edges

    def _is_dead(self, op: ops.Op, after: int, live: Liveness) -> bool:
        match op:
            case ops.Assign(target, value) if not target.shared and not live.bit(target) & after:
                return not any(variable.shared for variable in expr_variables(value))
            case ops.Havoc(target, ops.Origin.UNINIT) if not target.shared:
                return not live.bit(target) & after
            case ops.Write(array, index, value) if not array.shared and not live.bit(array) & after:
                return not any(variable.shared for x in (index, value) for variable in expr_variables(x))
            case ops.Check(condition):
                return condition is e.TRUE
        return False


def _same(variable: Variable) -> Variable:
    return variable


def _agreed(paths: list[_Known]) -> _Known:
    """What holds on every path."""
    if not paths:
        return {}
    first, *others = paths
    return {v: value for v, value in first.items() if all(other.get(v) is value for other in others)} if others else first
