"""Which expressions an operation evaluates and which variable it sets: the one place that takes operations apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.walk import variables


def op_exprs(op: ops.Op) -> tuple[Expr, ...]:
    """Every expression that the operation evaluates."""
    match op:
        case ops.Assign(value=value):
            return (value,)
        case ops.Load(address=address) | ops.Free(address=address) | ops.ObjectSize(address=address):
            return (address,)
        case ops.Store(address=address, value=value):
            return (address, value)
        case ops.Alloc(size=size):
            return (size,)
        case ops.Write(index=index, value=value):
            return (index, value)
        case ops.Assume(condition=condition) | ops.Await(condition=condition) | ops.Check(condition=condition):
            return (condition,)
        case ops.Call(callee=callee, args=args):
            return (callee, *args)
        case ops.Return(value=value) | ops.ThreadExit(value=value):
            return () if value is None else (value,)
        case ops.Spawn(function=function, argument=argument):
            return (function, argument)
        case ops.Join(thread=thread):
            return (thread,)
    return ()


def op_target(op: ops.Op) -> Variable | None:
    """The register or cell that the operation sets as a whole (a `Write` changes only an element of its array)."""
    match op:
        case (
            ops.Assign(target=target)
            | ops.Havoc(target=target)
            | ops.Load(target=target)
            | ops.Alloc(target=target)
            | ops.ObjectSize(target=target)
            | ops.Call(target=target)
            | ops.Spawn(target=target)
            | ops.Join(target=target)
        ):
            return target
    return None


def op_variables(op: ops.Op) -> Iterator[Variable]:
    """Every variable that occurs in the operation."""
    target = op_target(op)
    if target is not None:
        yield target
    if isinstance(op, ops.Write):
        yield op.array
    for expr in op_exprs(op):
        yield from variables(expr)


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
    return op
