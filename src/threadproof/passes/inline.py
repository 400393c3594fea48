"""One automaton per thread: every call is replaced by a copy of the function that it calls.

Main and each function that some thread may start with become *templates*; other functions disappear into them. A copy has
registers of its own, named after the function (`push.r`, of the second copy `push#2.r`). A call through a pointer branches
on the functions that the pointer may hold, by address; none of them is an `invalid-call`. Recursion is copied up to a bound
and then cut.

What an activation starts with: its parameters are assigned, and registers that may be read before they are set are
havocked, so a copy that runs again sees nothing of its last run. Stack objects of a copy are not ended by an operation of
their own: the end of an activation is the edge whose origin is a `Return` (see `Edge.origin`), and `memory` acts on it.
"""

from __future__ import annotations

from collections import deque

from threadproof.analyses.graph import reachable_edges
from threadproof.analyses.inlined_size import inlined_sizes
from threadproof.analyses.liveness import maybe_unset
from threadproof.analyses.points_to import PointsTo, points_to
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.uses import map_op, op_exprs, op_target
from threadproof.ir.walk import substitute
from threadproof.passes.options import PassOptions
from threadproof.records import dataclass, field, replace


def inline_calls(program: Program, options: PassOptions) -> Program:
    sources = _Sources(program)
    templates: dict[str, Function] = {}
    private: set[Edge] = set()
    waiting = [program.main]
    while waiting:
        name = waiting.pop()
        if name not in templates:
            template = _InlinedTemplate(sources, options, name)
            template.build()
            templates[name] = template.function
            private |= template.private
            waiting.extend(template.spawned)
    order = [program.main, *(name for name in program.functions if name in templates and name != program.main)]
    mentioned = _mentioned(program, templates)
    kept = {name: function for name, function in program.functions.items() if name in mentioned}
    return replace(program, functions={**{name: templates[name] for name in order}, **kept}, private=private)


class _Sources:
    """What is copied, and what calls through a pointer may reach (analysed only if there is one)."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._points: PointsTo | None = None
        self._bodies: dict[str, _Body] = {}

    def callees(self, edge: Edge) -> list[str]:
        if self._points is None:
            self._points = points_to(self.program)
        return self._points.callees(edge)

    def body(self, name: str) -> _Body:
        found = self._bodies.get(name)
        if found is None:
            function = self.program.functions[name]
            edges = reachable_edges(function)
            unset = maybe_unset(function.entry, edges, function.params)
            targets = {op_target(op) for edge in edges for op in edge.ops}
            last = max((max(edge.source, edge.target) for edge in edges), default=0)
            found = self._bodies[name] = _Body(
                edges,
                sorted(unset, key=lambda variable: variable.name),
                [param for param in function.params if param not in targets],
                max(last, function.entry),
            )
        return found


def _is_direct(callee: Expr) -> bool:
    return callee.op == "addr" and isinstance(callee.payload, Function)


def _mentioned(program: Program, templates: dict[str, Function]) -> set[str]:
    """Functions whose address is still compared or stored; they keep their place in the table of addresses."""
    work = [init.value for item in program.objects for init in item.init]
    work += [x for t in templates.values() for edge in t.edges for op in edge.ops for x in op_exprs(op)]
    seen: set[Expr] = set()
    found = set()
    while work:
        node = work.pop()
        if node not in seen:
            seen.add(node)
            work.extend(node.args)
            if node.op == "addr" and isinstance(node.payload, Function) and node.payload.name not in templates:
                found.add(node.payload.name)
    return found


@dataclass(frozen=True, slots=True)
class _Body:
    """What every copy of a function needs."""

    edges: list[Edge]  # reachable ones
    unset: list[Variable]  # registers that every activation starts with unset
    kept: list[Variable]  # parameters that keep their value
    last: int  # location


@dataclass(slots=True)
class _Activation:
    """A copy of a function: where it starts in the template, where its result goes, and its renamed registers."""

    function: Function
    calls: tuple[Edge, ...]
    chain: tuple[str, ...]  # functions that are active, outermost first
    base: int
    prefix: str
    number: int = 0
    back: int | None = None
    target: Variable | None = None
    functions: dict[Variable, Expr] = field(default_factory=dict)  # parameters that are, all the time, the address of a function
    names: dict[Variable, Variable] = field(default_factory=dict)
    memo: dict[Expr, Expr] = field(default_factory=dict)


class _InlinedTemplate:
    def __init__(self, sources: _Sources, options: PassOptions, name: str) -> None:
        self.sources, self.options = sources, options
        self.program = program = sources.program
        self.spawned: dict[str, None] = {}
        self.function = replace(program.functions[name], edges=[], locals=[], loop_heads=set(), callers=[])
        self.private: set[Edge] = set()
        self._locations = 0
        self._copies: dict[str, int] = {}
        self._pending: deque[_Activation] = deque()
        self._locals: dict[Variable, int] = {}

    def build(self) -> None:
        name = self.function.name
        start = self._activation(name, (), (name,), "", 0)
        self.function.entry = start.base + start.function.entry
        size = inlined_sizes(self.program)[name] if len(self.program.functions) > 1 else 0
        last_first = size <= self.options.inline_edges  # otherwise the calls nearest to the beginning, as far as they go
        while self._pending:
            activation = self._pending.pop() if last_first else self._pending.popleft()
            for edge in self.sources.body(activation.function.name).edges:
                self._copy(activation, edge)
        self.function.locals, self.function.scopes = list(self._locals), self._locals

    # -- activations ---------------------------------------------------------------------------------------------------

    def _activation(self, name: str, calls: tuple[Edge, ...], chain: tuple[str, ...], prefix: str, caller: int) -> _Activation:
        function = self.program.functions[name]
        activation = _Activation(function, calls, chain, self._locations, prefix, len(self.function.callers))
        self.function.callers.append(caller)
        self._locations += self.sources.body(name).last + 1
        self._pending.append(activation)
        return activation

    def _location(self) -> int:
        self._locations += 1
        return self._locations - 1

    def _rename(self, activation: _Activation, variable: Variable) -> Variable:
        found = activation.names.get(variable)
        if found is None:
            name = f"{activation.prefix}{variable.name}"
            found = Variable(name, variable.type) if activation.prefix else variable
            activation.names[variable] = found
            self._locals[found] = activation.number
        return found

    def _expr(self, activation: _Activation, expr: Expr) -> Expr:
        found = activation.memo.get(expr)
        if found is not None:
            return found

        def renamed(node: Expr) -> Expr | None:
            if node.op != "var":
                return None
            return activation.functions.get(node.payload) or e.var(self._rename(activation, node.payload))

        return substitute(expr, renamed, activation.memo)

    # -- edges ---------------------------------------------------------------------------------------------------------

    def _emit(self, activation: _Activation, edge: Edge, source: int, target: int, op: ops.Op) -> None:
        new = Edge(source, target, (op,), edge.pos, origin=((*activation.calls, edge),), scope=activation.number)
        self.function.edges.append(new)
        if edge in self.program.private:
            self.private.add(new)

    def _copy(self, activation: _Activation, edge: Edge) -> None:
        source, target = activation.base + edge.source, activation.base + edge.target
        op = map_op(edge.ops[0], lambda x: self._expr(activation, x), lambda v: self._rename(activation, v))
        match op:
            case ops.Call(callee=callee) | ops.Spawn(function=callee):
                if _is_direct(callee):
                    self._invoke(activation, edge, op, callee.payload.name, source, target)
                else:
                    self._dispatch(activation, edge, op, callee, source, target)
            case ops.Return(value):
                self._return(activation, edge, value, source, target)
            case ops.ThreadExit(value):
                self._emit(activation, edge, source, target, self._exit(value))
            case _:
                self._emit(activation, edge, source, target, op)

    def _return(self, activation: _Activation, edge: Edge, value: Expr | None, source: int, target: int) -> None:
        if activation.back is None:
            ends = ops.Halt() if self.function.name == self.program.main else self._exit(value)
            self._emit(activation, edge, source, target, ends)
        elif activation.target is None:
            self._emit(activation, edge, source, activation.back, ops.Skip())
        elif value is None:
            self._emit(activation, edge, source, activation.back, ops.Havoc(activation.target, ops.Origin.UNINIT))
        else:
            result = ops.Assign(activation.target, e.cast(activation.target.type, value))
            self._emit(activation, edge, source, activation.back, result)

    def _exit(self, value: Expr | None) -> ops.ThreadExit:
        return ops.ThreadExit(None if value is None else e.cast(self.program.data_model.pointer, value))

    def _dispatch(self, activation: _Activation, edge: Edge, op: ops.Entering, callee: Expr, source: int, target: int) -> None:
        """Branch on the functions that a pointer may hold."""
        other: Expr = e.TRUE
        for name in self.sources.callees(edge):
            same = e.eq(callee, e.addr(self.program.functions[name], self.program.data_model.pointer))
            other = e.land(other, e.lnot(same))
            chosen = self._location()
            self._emit(activation, edge, source, chosen, ops.Assume(same))
            self._invoke(activation, edge, op, name, chosen, target)
        wrong = self._location() if other is not e.TRUE else source
        if other is not e.TRUE:
            self._emit(activation, edge, source, wrong, ops.Assume(other))
        message = "call through a pointer that holds no suitable function"
        self._emit(activation, edge, wrong, self._location(), ops.Check(e.FALSE, "invalid-function", message))

    def _invoke(self, activation: _Activation, edge: Edge, op: ops.Entering, name: str, source: int, target: int) -> None:
        if isinstance(op, ops.Spawn):
            self._emit(activation, edge, source, target, self._spawn(op, self.program.functions[name]))
        elif activation.chain.count(name) > self.options.recursion:
            reason = f"recursion bound {self.options.recursion} of {name} at {_told((*activation.calls, edge))}"
            self._emit(activation, edge, source, self._location(), ops.Cut(reason))
        elif len(self.function.edges) > self.options.inline_edges:
            size, place = self.options.inline_edges, _told((*activation.calls, edge))
            reason = f"size limit of a thread ({size} operations), at the call of {name} at {place}"
            self._emit(activation, edge, source, self._location(), ops.Cut(reason))
        else:
            self._enter(activation, edge, op, name, source, target)

    def _spawn(self, op: ops.Spawn, function: Function) -> ops.Op:
        if function.name == self.program.main:
            return ops.Cut("main is started as a thread")  # its return would mean something else there
        self.spawned[function.name] = None
        argument = e.cast(function.params[0].type, op.argument) if function.params else op.argument
        return ops.Spawn(op.target, e.addr(function, self.program.data_model.pointer), argument)

    def _enter(self, activation: _Activation, edge: Edge, op: ops.Call, name: str, source: int, target: int) -> None:
        number = self._copies[name] = self._copies.get(name, 0) + 1
        prefix = f"{name}." if number == 1 else f"{name}#{number}."
        callee = self._activation(name, (*activation.calls, edge), (*activation.chain, name), prefix, activation.number)
        callee.back, callee.target = target, op.target
        body, params = self.sources.body(name), callee.function.params
        starts: list[ops.Op] = []
        for param, arg in zip(params, op.args, strict=False):
            value = e.cast(param.type, arg)
            starts.append(ops.Assign(self._rename(callee, param), value))
            if _is_direct(value) and param in body.kept:
                callee.functions[param] = value
        unset = [*params[len(op.args) :], *body.unset]
        starts += [ops.Havoc(self._rename(callee, variable), ops.Origin.UNINIT) for variable in unset]
        for start in starts or [ops.Skip()]:
            last = start is starts[-1] if starts else True
            next_ = callee.base + callee.function.entry if last else self._location()
            self._emit(activation, edge, source, next_, start)
            source = next_


def _told(calls: tuple[Edge, ...]) -> str:
    from threadproof.ir.interp.places import told_call  # loaded only for limits that are met

    return told_call(calls)
