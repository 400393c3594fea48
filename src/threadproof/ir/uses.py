"""Which expressions an operation evaluates and which variable it sets: the one place that takes operations apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable, rebuild
from threadproof.records import replace

_EXPRS: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    ops.Assign: lambda op: (op.value,),
    ops.Havoc: lambda op: (),
    ops.Load: lambda op: (op.address,),
    ops.Store: lambda op: (op.address, op.value),
    ops.Alloc: lambda op: (op.size,),
    ops.Free: lambda op: (op.address,),
    ops.Lifetime: lambda op: (op.address,),
    ops.ObjectSize: lambda op: (op.address,),
    ops.Compared: lambda op: (op.address,),
    ops.Write: lambda op: (op.index, op.value),
    ops.Assume: lambda op: (op.condition,),
    ops.Await: lambda op: (op.condition, *op.holders),
    ops.Check: lambda op: (op.condition,),
    ops.Cut: lambda op: (),
    ops.Skip: lambda op: (),
    ops.Call: lambda op: (op.callee, *op.args),
    ops.Return: lambda op: () if op.value is None else (op.value,),
    ops.Spawn: lambda op: (op.function, op.argument),
    ops.Join: lambda op: (op.thread,),
    ops.ThreadExit: lambda op: () if op.value is None else (op.value,),
    ops.Halt: lambda op: (),
    ops.AtomicBegin: lambda op: (),
    ops.AtomicEnd: lambda op: (),
    ops.Fence: lambda op: (),
    ops.Wait: lambda op: op.events if op.timeout is None else (*op.events, op.timeout),
    ops.Notify: lambda op: (op.event,) if op.delay is None else (op.event, op.delay),
    ops.Cancel: lambda op: (op.event,),
    ops.Suspend: lambda op: (op.thread,),
    ops.Resume: lambda op: (op.thread,),
    ops.AwaitEnd: lambda op: (op.thread,) if op.timeout is None else (op.thread, op.timeout),
    ops.Stop: lambda op: (op.thread,),
    ops.Came: lambda op: (),
    ops.Present: lambda op: (op.event,),
    ops.RequestUpdate: lambda op: (op.update,),
    ops.Simulate: lambda op: () if op.limit is None else (op.limit,),
    ops.Idle: lambda op: (),
    ops.PickUpdate: lambda op: (),
    ops.Advance: lambda op: (),
    ops.Now: lambda op: (),
}
_WITH_TARGET = frozenset(
    {ops.Assign, ops.Havoc, ops.Load, ops.Alloc, ops.ObjectSize, ops.Call, ops.Spawn, ops.Join}
    | {ops.PickUpdate, ops.Advance, ops.Now, ops.Came, ops.Present}
)


def op_exprs(op: ops.Op) -> tuple[Expr, ...]:
    """Every expression that the operation evaluates."""
    return _EXPRS[op.__class__](op)


def op_target(op: ops.Op) -> Variable | None:
    """The register or cell that the operation sets as a whole (a `Write` changes only an element of its array)."""
    return op.target if op.__class__ in _WITH_TARGET else None  # type: ignore[union-attr]


def expr_variables(root: Expr) -> frozenset[Variable]:
    """Variables of an expression. Remembered in the expression."""
    found = root.names
    if found is None:
        stack = [root]
        while stack:
            node = stack[-1]
            missing = [arg for arg in node.args if arg.names is None]
            if missing:
                stack.extend(missing)
            else:
                stack.pop()
                node.names = _names(node)
        found = root.names
        assert found is not None
    return found


_NONE: frozenset[Variable] = frozenset()


def _names(node: Expr) -> frozenset[Variable]:
    """Given those of the arguments; shared where possible."""
    if node.op == "var":
        return frozenset((node.payload,))
    found = _NONE
    for arg in node.args:
        names = arg.names
        assert names is not None
        if not names <= found:
            found = names if found <= names else found | names
    return found


def with_values(root: Expr, values: Mapping[Variable, Expr], memo: dict[Expr, Expr] | None = None) -> Expr:
    """The expression with variables replaced by what they stand for, simplified. A given memo is for these values only."""
    names = values.keys()
    if names.isdisjoint(expr_variables(root)):
        return root
    memo = {} if memo is None else memo
    stack = [root]
    while stack:
        node = stack[-1]
        if node not in memo:
            if names.isdisjoint(expr_variables(node)):
                memo[node] = node
            elif node.op == "var":
                memo[node] = values[node.payload]
            else:
                missing = [arg for arg in node.args if arg not in memo]
                if missing:
                    stack.extend(missing)
                    continue
                memo[node] = rebuild(node, tuple([memo[arg] for arg in node.args]))
        stack.pop()
    return memo[root]


def op_variables(op: ops.Op) -> Iterator[Variable]:
    """Every variable that occurs in the operation."""
    target = op_target(op)
    if target is not None:
        yield target
    if isinstance(op, ops.Write):
        yield op.array
    for expr in op_exprs(op):
        yield from expr_variables(expr)


_Exprs = Callable[[Expr], Expr]
_Variables = Callable[[Variable], Variable]
_MAPS: dict[type, Callable[[Any, _Exprs, _Variables], ops.Op]] = {
    ops.Assign: lambda op, expr, variable: ops.Assign(variable(op.target), expr(op.value)),
    ops.Havoc: lambda op, expr, variable: ops.Havoc(variable(op.target), op.origin, op.name),
    ops.Load: lambda op, expr, variable: replace(op, target=variable(op.target), address=expr(op.address)),
    ops.Store: lambda op, expr, variable: ops.Store(expr(op.address), expr(op.value), op.atomic),
    ops.Alloc: lambda op, expr, variable: replace(op, target=variable(op.target), size=expr(op.size)),
    ops.Free: lambda op, expr, variable: ops.Free(expr(op.address)),
    ops.Lifetime: lambda op, expr, variable: ops.Lifetime(expr(op.address), op.alive),
    ops.ObjectSize: lambda op, expr, variable: ops.ObjectSize(variable(op.target), expr(op.address)),
    ops.Compared: lambda op, expr, variable: ops.Compared(expr(op.address)),
    ops.Write: lambda op, expr, variable: ops.Write(variable(op.array), expr(op.index), expr(op.value)),
    ops.Assume: lambda op, expr, variable: ops.Assume(expr(op.condition), op.branch),
    ops.Await: lambda op, expr, variable: ops.Await(expr(op.condition), tuple(map(expr, op.holders))),
    ops.Check: lambda op, expr, variable: ops.Check(expr(op.condition), op.kind, op.message),
    ops.Call: lambda op, expr, variable: ops.Call(_maybe(op.target, variable), expr(op.callee), tuple(map(expr, op.args))),
    ops.Return: lambda op, expr, variable: op if op.value is None else ops.Return(expr(op.value)),
    ops.ThreadExit: lambda op, expr, variable: op if op.value is None else ops.ThreadExit(expr(op.value)),
    ops.Spawn: lambda op, expr, variable: ops.Spawn(variable(op.target), expr(op.function), expr(op.argument)),
    ops.Join: lambda op, expr, variable: ops.Join(_maybe(op.target, variable), expr(op.thread)),
}


def map_op(op: ops.Op, expr: _Exprs, variable: _Variables) -> ops.Op:
    """The same operation over other expressions and other target registers."""
    change = _MAPS.get(op.__class__)
    return _map_kernel(op, expr, variable) if change is None else change(op, expr, variable)


def _maybe(target: Variable | None, variable: _Variables) -> Variable | None:
    return None if target is None else variable(target)


def _map_kernel(op: ops.Op, expr: _Exprs, variable: _Variables) -> ops.Op:
    match op:
        case ops.Wait(events, every, timeout):
            return ops.Wait(tuple(map(expr, events)), every, None if timeout is None else expr(timeout))
        case ops.Notify(event, delay):
            return ops.Notify(expr(event), None if delay is None else expr(delay))
        case ops.Cancel(event):
            return ops.Cancel(expr(event))
        case ops.Suspend(thread):
            return ops.Suspend(expr(thread))
        case ops.Resume(thread, now):
            return ops.Resume(expr(thread), now)
        case ops.AwaitEnd(thread, timeout):
            return ops.AwaitEnd(expr(thread), None if timeout is None else expr(timeout))
        case ops.Stop(thread):
            return ops.Stop(expr(thread))
        case ops.Present(target, event):
            return ops.Present(variable(target), expr(event))
        case ops.RequestUpdate(update):
            return ops.RequestUpdate(expr(update))
        case ops.Simulate(limit):
            return op if limit is None else ops.Simulate(expr(limit))
        case ops.PickUpdate(target, free):
            return ops.PickUpdate(variable(target), free)
        case ops.Advance(target) | ops.Now(target) | ops.Came(target):
            return type(op)(variable(target))
    return op
