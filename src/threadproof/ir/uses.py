"""Which expressions an operation evaluates and which variable it sets: the one place that takes operations apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.walk import fold

_EXPRS: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    ops.Assign: lambda op: (op.value,),
    ops.Havoc: lambda op: (),
    ops.Load: lambda op: (op.address,),
    ops.Store: lambda op: (op.address, op.value),
    ops.Alloc: lambda op: (op.size,),
    ops.Free: lambda op: (op.address,),
    ops.ObjectSize: lambda op: (op.address,),
    ops.Write: lambda op: (op.index, op.value),
    ops.Assume: lambda op: (op.condition,),
    ops.Await: lambda op: (op.condition,),
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
    ops.Wait: lambda op: op.events if op.timeout is None else (*op.events, op.timeout),
    ops.Notify: lambda op: (op.event,) if op.delay is None else (op.event, op.delay),
    ops.Cancel: lambda op: (op.event,),
    ops.Suspend: lambda op: (op.thread,),
    ops.Resume: lambda op: (op.thread,),
    ops.RequestUpdate: lambda op: (op.update,),
    ops.Simulate: lambda op: () if op.limit is None else (op.limit,),
    ops.Idle: lambda op: (),
    ops.PickUpdate: lambda op: (),
    ops.Advance: lambda op: (),
    ops.Now: lambda op: (),
}
_WITH_TARGET = frozenset(
    {ops.Assign, ops.Havoc, ops.Load, ops.Alloc, ops.ObjectSize, ops.Call, ops.Spawn, ops.Join}
    | {ops.PickUpdate, ops.Advance, ops.Now}
)


def op_exprs(op: ops.Op) -> tuple[Expr, ...]:
    """Every expression that the operation evaluates."""
    return _EXPRS[op.__class__](op)


def op_target(op: ops.Op) -> Variable | None:
    """The register or cell that the operation sets as a whole (a `Write` changes only an element of its array)."""
    return op.target if op.__class__ in _WITH_TARGET else None  # type: ignore[union-attr]


_variables: dict[Expr, frozenset[Variable]] = {}


def expr_variables(root: Expr) -> frozenset[Variable]:
    """Variables of an expression. Remembered for good, as expressions themselves are."""
    found = _variables.get(root)
    return fold(root, _variables_visit, _variables) if found is None else found


def _variables_visit(node: Expr, args: list[frozenset[Variable]]) -> frozenset[Variable]:
    if node.op == "var":
        return frozenset((node.payload,))
    if len(args) == 1:
        return args[0]
    return frozenset().union(*args)


def op_variables(op: ops.Op) -> Iterator[Variable]:
    """Every variable that occurs in the operation."""
    target = op_target(op)
    if target is not None:
        yield target
    if isinstance(op, ops.Write):
        yield op.array
    for expr in op_exprs(op):
        yield from expr_variables(expr)


def map_op(op: ops.Op, expr: Callable[[Expr], Expr], variable: Callable[[Variable], Variable]) -> ops.Op:
    """The same operation over other expressions and other target registers."""
    match op:
        case ops.Assign(target, value):
            return ops.Assign(variable(target), expr(value))
        case ops.Havoc(target, origin, name):
            return ops.Havoc(variable(target), origin, name)
        case ops.Load(target, address, atomic):
            return ops.Load(variable(target), expr(address), atomic)
        case ops.Store(address, value, atomic):
            return ops.Store(expr(address), expr(value), atomic)
        case ops.Alloc(target=target, size=size):
            return replace(op, target=variable(target), size=expr(size))
        case ops.Free(address):
            return ops.Free(expr(address))
        case ops.ObjectSize(target, address):
            return ops.ObjectSize(variable(target), expr(address))
        case ops.Write(array, index, value):
            return ops.Write(variable(array), expr(index), expr(value))
        case ops.Assume(condition, branch):
            return ops.Assume(expr(condition), branch)
        case ops.Await(condition):
            return ops.Await(expr(condition))
        case ops.Check(condition, kind, message):
            return ops.Check(expr(condition), kind, message)
    return _map_control(op, expr, variable)


def _map_control(op: ops.Op, expr: Callable[[Expr], Expr], variable: Callable[[Variable], Variable]) -> ops.Op:
    def optional(target: Variable | None) -> Variable | None:
        return None if target is None else variable(target)

    match op:
        case ops.Call(target, callee, args):
            return ops.Call(optional(target), expr(callee), tuple(map(expr, args)))
        case ops.Return(value):
            return op if value is None else ops.Return(expr(value))
        case ops.ThreadExit(value):
            return op if value is None else ops.ThreadExit(expr(value))
        case ops.Spawn(target, function, argument):
            return ops.Spawn(variable(target), expr(function), expr(argument))
        case ops.Join(target, thread):
            return ops.Join(optional(target), expr(thread))
    return _map_kernel(op, expr, variable)


def _map_kernel(op: ops.Op, expr: Callable[[Expr], Expr], variable: Callable[[Variable], Variable]) -> ops.Op:
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
        case ops.RequestUpdate(update):
            return ops.RequestUpdate(expr(update))
        case ops.Simulate(limit):
            return op if limit is None else ops.Simulate(expr(limit))
        case ops.PickUpdate(target, free):
            return ops.PickUpdate(variable(target), free)
        case ops.Advance(target) | ops.Now(target):
            return type(op)(variable(target))
    return op
