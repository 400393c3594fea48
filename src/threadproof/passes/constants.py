"""Constant propagation, copy propagation and removal of dead assignments; so that blocks stay small.

Three steps, repeated while they help:

1. A register that is set by exactly one operation, to a value that never changes (a constant, an address, the thread's own
number, or built from such registers), and that is never read before it is set, *is* that value everywhere. 2. Along paths,
a register that was assigned an expression over registers is replaced by it, as long as nothing in it changes. Where paths
meet, what all of them agree on remains; at loop heads nothing does. Branches whose guard became false disappear. 3. An
assignment to a register that is dead after it has no effect and goes away.

Only registers are propagated, never shared variables: no access moves, disappears or is repeated. Inputs are kept even
where they are dead, so that a counterexample gives a value for each of them.
"""

from __future__ import annotations

from collections.abc import Collection

from threadproof.analyses.graph import EdgeChain, chains, cycles, reachable_edges, walk, with_edges
from threadproof.analyses.liveness import Registers, solve
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Fact, Function, Program
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import expr_variables, map_op, op_exprs, op_target, op_variables, with_values
from threadproof.ir.walk import subterms
from threadproof.passes.empty_edges import without_empty
from threadproof.passes.options import PassOptions
from threadproof.records import replace

_ROUNDS = 4
_LARGEST = 16  # nodes of an expression that is worth repeating
_MOST = 64  # registers that are followed at a time
_Known = dict[Variable, Expr]


def propagate_constants(program: Program, options: PassOptions) -> Program:
    return propagate_in(program, program.functions)


def propagate_in(program: Program, names: Collection[str]) -> Program:
    """In some functions only."""
    functions = dict(program.functions)
    private = set(program.private)
    for name in names:
        function = program.functions[name]
        work = _Work(function, program.private)
        for _ in range(_ROUNDS):
            if not work.round():
                break
        smaller = without_empty(with_edges(function, work.edges), work.private, Fact.MEMORY not in program.ensures)
        private.difference_update(function.edges)
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
    """The edges of one function while they are rewritten. Most of them lie on chains, so what concerns paths works on
    those."""

    def __init__(self, function: Function, private: set[Edge]) -> None:
        self.function = function
        self.edges = reachable_edges(function)
        self.private = {edge for edge in function.edges if edge in private}
        self.changed = False
        self._chains = chains(function.entry, self.edges)
        self._cyclic = self._cyclic_locations()  # grows smaller from round to round
        self._registers = Registers()
        self._live = self._liveness()
        self._sizes: dict[Expr, int] = {}
        self._mentioned: set[Variable] = set()  # registers that some known value was built from

    def round(self) -> bool:
        self.changed = False
        fixed = self._fixed_registers()
        if fixed:
            self._substitute_everywhere(fixed)
        self._propagate()
        self._live = self._liveness()
        self._drop_dead()
        return self.changed

    def _cyclic_locations(self) -> set[int]:
        """Locations on cycles that have edges out."""
        out: dict[int, list[int]] = {}
        for chain in self._chains:
            out.setdefault(chain.source, []).append(chain.target)
        loop_of = {location: number for number, loop in enumerate(cycles(out)) for location in loop}
        found: set[int] = set()
        for chain in self._chains if loop_of else ():
            if chain.source in loop_of and loop_of[chain.source] == loop_of.get(chain.target):
                found.update(self.edges[number].source for number in chain.numbers)
        return found

    def _liveness(self) -> dict[int, int]:
        """At the ends of chains."""
        effects = []
        for chain in self._chains:
            read, kept = 0, -1
            for number in reversed(chain.numbers):
                reads, keeps = self._registers.effect(self.edges[number])
                read, kept = reads | (read & keeps), kept & keeps
            effects.append((chain.source, chain.target, read, kept))
        return solve(effects)

    def _replace(self, edge: Edge, operations: tuple[ops.Op, ...], origin: tuple[tuple[Edge, ...], ...] | None = None) -> Edge:
        if len(operations) == len(edge.ops):
            for a, b in zip(operations, edge.ops, strict=True):
                if a is not b:
                    break
            else:
                return edge
        self.changed = True
        new = replace(edge, ops=operations, origin=edge.origin if origin is None else origin)
        if edge in self.private:
            self.private.add(new)
        return new

    # -- 1 ---------------------------------------------------------------------------------------------------------------

    def _fixed_registers(self) -> _Known:
        unset = self._registers.named(self._live.get(self.function.entry, 0))  # may be read before it is set
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
                    if edge.source not in self._cyclic and not isinstance(target.type, ArrayType):
                        stable.add(target)
        fixed: _Known = {}
        open_ = [(variable, value) for variable, value in values.items() if value is not None and self._small(value)]
        grew = True
        while grew:
            grew, left = False, []
            for variable, value in open_:
                if all(v in fixed or v in stable for v in expr_variables(value)):
                    fixed[variable] = with_values(value, fixed)
                    grew = True
                else:
                    left.append((variable, value))
            open_ = left
        return fixed

    def _substitute_everywhere(self, fixed: _Known) -> None:
        memo: dict[Expr, Expr] = {}
        names = fixed.keys()

        def value(expr: Expr) -> Expr:
            return with_values(expr, fixed, memo)

        def rewritten(op: ops.Op) -> ops.Op:
            for expr in op_exprs(op):
                if not names.isdisjoint(expr_variables(expr)):
                    return map_op(op, value, _same)
            return op

        self.edges = [self._replace(edge, tuple([rewritten(op) for op in edge.ops])) for edge in self.edges]

    # -- 2 ---------------------------------------------------------------------------------------------------------------

    def _propagate(self) -> None:
        entry, shape = self.function.entry, walk(self.function.entry, self._chains)
        heads = {chain.target for chain in shape.closing}
        waiting = {entry: 0}  # chains into a location (other than those that close a loop) that were not looked at yet
        for chain in self._chains:
            if chain not in shape.closing:
                waiting[chain.target] = waiting.get(chain.target, 0) + 1
        arriving: dict[int, list[_Known]] = {}
        lost: set[int] = set()
        ready = [entry]
        while ready:
            location = ready.pop()
            # Nothing arrives where every way in is closed, except at a loop head, which a back edge may still reach.
            alive = location in arriving or location in heads or location == entry
            known = {} if location in heads else _agreed(arriving.pop(location, []))
            following = shape.out[location]
            for i, chain in enumerate(following):
                after = known if i == len(following) - 1 else dict(known)
                taken = self._follow(chain, after) if alive else 0
                lost.update(chain.numbers[taken:])
                if chain in shape.closing:
                    continue
                if taken == len(chain.numbers):
                    arriving.setdefault(chain.target, []).append(after)
                waiting[chain.target] -= 1
                if waiting[chain.target] == 0:
                    ready.append(chain.target)
        if lost:
            left = [edge for number, edge in enumerate(self.edges) if number not in lost]
            self.edges = reachable_edges(with_edges(self.function, left))
            self._chains = chains(entry, self.edges)

    def _follow(self, chain: EdgeChain, known: _Known) -> int:
        """How many edges of the chain can be taken; known values are put into them."""
        for taken, number in enumerate(chain.numbers):
            new = self._pass(self.edges[number], known)
            if new is None:
                return taken
            self.edges[number] = new
        return len(chain.numbers)

    def _pass(self, edge: Edge, known: _Known) -> Edge | None:
        """The edge with known values put in; `known` is updated. None if it cannot be taken."""
        result: list[ops.Op] = []
        for op in edge.ops:
            if known:
                names = known.keys()
                for expr in op_exprs(op):
                    if not names.isdisjoint(expr_variables(expr)):
                        op = map_op(op, lambda x: with_values(x, known), _same)
                        break
            if isinstance(op, ops.Assume) and op.condition is e.FALSE and op.branch:
                self.changed = True
                return None
            result.append(op)
            target = op_target(op)
            if target is not None and not target.shared:
                self._set(op, target, known)
        return self._replace(edge, tuple(result))

    def _set(self, op: ops.Op, target: Variable, known: _Known) -> None:
        """The operation sets a register: forget what was built from it; remember what it is now."""
        known.pop(target, None)
        if target in self._mentioned:
            for variable in [v for v, value in known.items() if target in expr_variables(value)]:
                del known[variable]
        if isinstance(op, ops.Assign) and self._worthwhile(op):
            known[target] = op.value
            self._mentioned.update(expr_variables(op.value))
            if len(known) > _MOST:
                del known[next(iter(known))]

    def _small(self, expr: Expr) -> bool:
        if not expr.args:
            return True
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
        for chain in self._chains:
            after = self._live.get(chain.target, 0)
            for number in reversed(chain.numbers):
                edge = self.edges[number]
                kept: list[int] = []
                for i in range(len(edge.ops) - 1, -1, -1):
                    op = edge.ops[i]
                    if not self._is_dead(op, after):
                        kept.append(i)
                        after = self._registers.before(op, after)
                if len(kept) < len(edge.ops):
                    kept.reverse()
                    self.edges[number] = self._with_some(edge, kept)

    def _with_some(self, edge: Edge, kept: list[int]) -> Edge:
        if not kept:
            return self._replace(edge, (ops.Skip(),), edge.origin[-1:])
        origin = tuple(edge.origin[i] for i in kept) if edge.origin else ()
        return self._replace(edge, tuple(edge.ops[i] for i in kept), origin)

    def _is_dead(self, op: ops.Op, after: int) -> bool:
        if isinstance(op, ops.Assign):
            return self._unread(op.target, after) and not _shares(op.value)
        if isinstance(op, ops.Havoc):
            return op.origin is ops.Origin.UNINIT and self._unread(op.target, after)
        if isinstance(op, ops.Write):
            return self._unread(op.array, after) and not _shares(op.index) and not _shares(op.value)
        return isinstance(op, ops.Check) and op.condition is e.TRUE

    def _unread(self, variable: Variable, after: int) -> bool:
        return not variable.shared and not self._registers.bit(variable) & after


def _shares(expr: Expr) -> bool:
    return any(variable.shared for variable in expr_variables(expr))


def _same(variable: Variable) -> Variable:
    return variable


def _agreed(paths: list[_Known]) -> _Known:
    """What holds on every path."""
    if not paths:
        return {}
    first, *others = paths
    return {v: value for v, value in first.items() if all(other.get(v) is value for other in others)} if others else first
