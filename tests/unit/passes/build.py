"""Small automata by hand."""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, MemoryObject, Program
from threadproof.ir.types import I32, ILP32, P32, Type

HERE = Pos("test.c", 1, 1)


def function(*steps: tuple[int, int, ops.Op], name: str = "main", params: tuple[Variable, ...] = ()) -> Function:
    edges = [Edge(source, target, (op,), HERE) for source, target, op in steps]
    return Function(name, params, I32, edges=edges, pos=HERE)


def program(*functions: Function, objects: tuple[MemoryObject, ...] = ()) -> Program:
    return Program("test.c", ILP32, list(objects), {f.name: f for f in functions})


def register(name: str, type_: Type = I32) -> Variable:
    return Variable(name, type_)


def cell(name: str, type_: Type = I32) -> Variable:
    return Variable(name, type_, shared=True)


def integer(value: int) -> Expr:
    return e.const(I32, value)


def var(variable: Variable) -> Expr:
    return e.var(variable)


def address(item: MemoryObject | Function) -> Expr:
    return e.addr(item, P32)
