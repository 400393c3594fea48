"""Abstract states cover what concrete ones do: random operations on several of them at once, along branches that meet again."""

from __future__ import annotations

import random

import pytest

from threadproof.engines.modular.state import AbstractThread, NoSuchState
from threadproof.engines.modular.summaries import ArraySummaries
from threadproof.engines.modular.transfer import execute
from threadproof.ir import arith
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, I8, I16, I32, I64, INDEX, U8, U32, U64, ArrayType, Type
from threadproof.ir.uses import with_values
from threadproof.sched.solo import SELF

TOTAL = Variable("%total", U32, True)
KINDS = ((I32, True), (I32, False), (U8, False), (I64, False), (U64, True), (I16, False), (I8, True))
SCALARS = [SELF, TOTAL] + [
    Variable(f"{'g' if shared else 'r'}{i}", type_, shared)
    for i, (type_, shared) in enumerate(
        [(I32, True), (I32, False), (U8, False), (I64, False), (U64, True), (I16, False), (I8, True)]
    )
]
FLAG = Variable("flag", BOOL, True)
ARRAY = Variable("cells", ArrayType(I32, 8), False)
SIZE = 8
Concrete = dict[Variable, Expr]


class Walk:
    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.state = AbstractThread(ArraySummaries(TOTAL))
        self.concrete = [self.start() for _ in range(6)]

    def start(self) -> Concrete:
        """Registers hold anything, numbers of threads are small; elements are variables of the walk."""
        made = {v: E.const(v.type, self.choose.choice([0, 1, 2, -1, 7, 100, 1 << 20, -(1 << 40)])) for v in SCALARS}
        made |= {SELF: E.const(U32, 3), TOTAL: E.const(U32, 5), FLAG: E.const(BOOL, self.choose.random() < 0.5)}
        return made | {cell: E.const(I32, self.choose.randint(-5, 5)) for cell in CELLS}

    def constant(self, type_: Type) -> Expr:
        return E.const(type_, self.choose.choice([0, 1, 2, 3, 4, -1, 7, 100, 255, 1 << 31]))

    def expr(self, type_: Type, depth: int = 2) -> Expr:
        kind = self.choose.random()
        if depth == 0 or kind < 0.2:
            fitting = [v for v in SCALARS if v.type is type_]
            return E.var(self.choose.choice(fitting)) if fitting and self.choose.random() < 0.7 else self.constant(type_)
        if kind < 0.45:
            return E.cast(type_, self.expr(self.choose.choice([v.type for v in SCALARS]), depth - 1))
        if kind < 0.5:
            return E.ite(self.condition(depth - 1), self.expr(type_, depth - 1), self.expr(type_, depth - 1))
        operator = self.choose.choice(["add", "add", "sub", "sub", "mul", "and", "or", "xor", "shl", "shr"])
        right = self.constant(type_) if self.choose.random() < 0.6 else self.expr(type_, depth - 1)
        return E.binary(operator, self.expr(type_, depth - 1), right)

    def condition(self, depth: int = 2) -> Expr:
        kind = self.choose.random()
        if depth and kind < 0.3:
            combine = self.choose.choice([E.land, E.lor])
            return combine(self.condition(depth - 1), self.condition(depth - 1))
        if kind < 0.4:
            return E.var(FLAG)
        type_ = self.choose.choice([v.type for v in SCALARS])
        made = self.choose.choice([E.eq, E.lt, E.le])(self.expr(type_, 1), self.expr(type_, 1))
        return E.lnot(made) if self.choose.random() < 0.4 else made

    def operation(self) -> ops.DataOp:
        kind = self.choose.random()
        target = self.choose.choice(SCALARS[2:])
        if kind < 0.5:
            return ops.Assign(target, self.expr(target.type))
        if kind < 0.55:
            return ops.Havoc(target, ops.Origin.INPUT)
        if kind < 0.75:
            return ops.Write(ARRAY, self.index(), self.expr(I32))
        return ops.Assume(self.condition())

    def index(self) -> Expr:
        return E.cast(INDEX, self.expr(self.choose.choice([I32, I64, U8]), 1))

    def run(self, count: int) -> None:
        for _ in range(count):
            self.apply(self.operation())

    def apply(self, op: ops.DataOp) -> None:
        after = [made for old in self.concrete if (made := self.step(old, op)) is not None]
        try:
            execute(self.state, op)
            self.state.settle()
        except NoSuchState:
            assert not after, op
        self.concrete = after
        self.check(op)

    def step(self, old: Concrete, op: ops.DataOp) -> Concrete | None:
        match op:
            case ops.Assume(condition):
                return old if with_values(condition, old) is E.TRUE else None
            case ops.Assign(target, value):
                return {**old, target: with_values(value, old)}
            case ops.Havoc(target) if isinstance(target.type, ArrayType):
                return {**old, **{cell: self.constant(I32) for cell in CELLS}}
            case ops.Havoc(target):
                return {**old, target: self.constant(target.type)}
            case ops.Write(_, index, value):
                place = int(with_values(index, old).payload)
                return {**old, CELLS[place]: with_values(value, old)} if place < SIZE else None

    def check(self, op: object) -> None:
        for each in self.concrete:
            for variable in (*SCALARS, FLAG):
                value = int(each[variable].payload)
                assert value in self.state.num(variable), (op, variable, value, self.state.num(variable))
            for variable, link in self.state.links.items():
                if variable in each and link.base in each:
                    base = arith.cast(variable.type, link.base.type, each[link.base].payload)
                    expected = arith.wrap(variable.type, int(base) * link.scale + link.number)
                    assert each[variable].payload == expected, (op, variable, link)
            self.check_elements(each, op)

    def check_elements(self, each: Concrete, op: object) -> None:
        summary = self.state.arrays[ARRAY]
        assert summary is not None
        size = self.state.num(summary.size).low if summary.size in self.state.nums else 0
        for number, cell in enumerate(CELLS):
            value = int(each[cell].payload)
            assert value in self.state.num(summary.every), (op, number)
            assert number >= size or value in self.state.num(summary.front), (op, number, size)
            if number < size and ARRAY in self.state.shifts:
                assert value == arith.wrap(I32, number + self.state.shifts[ARRAY]), (op, number)


CELLS = [Variable(f"cells[{i}]", I32) for i in range(SIZE)]


@pytest.mark.parametrize("part", range(8))
def test_random_operations(part: int) -> None:
    for seed in range(part * 40, part * 40 + 40):
        walk = Walk(seed)
        for _ in range(4):
            left, right = Walk(seed), Walk(seed)
            for side in (left, right):
                side.choose = random.Random(walk.choose.random())
                side.state, side.concrete = walk.state.copy(), walk.concrete
                side.run(5)
            walk.concrete = [*left.concrete, *right.concrete]
            if left.concrete and right.concrete:
                walk.state = left.state.join(right.state)
            elif walk.concrete:
                walk.state = left.state if left.concrete else right.state
            else:
                break
            walk.check("join")


def test_a_loop_that_fills_an_array() -> None:
    """What was written in the first rounds is known of all of them, with the counter."""
    walk = Walk(1)
    counter = next(v for v in SCALARS if v.name == "r1")
    walk.apply(ops.Havoc(ARRAY, ops.Origin.UNINIT))
    walk.apply(ops.Assign(counter, E.const(I32, 0)))
    head = walk.state.copy()
    for _ in range(3):
        walk.state = head.copy()
        walk.apply(ops.Assume(E.lt(E.var(counter), E.const(I32, 6))))
        walk.apply(ops.Write(ARRAY, E.cast(INDEX, E.var(counter)), E.add(E.var(counter), E.const(I32, 2))))
        walk.apply(ops.Assign(counter, E.add(E.var(counter), E.const(I32, 1))))
        head = head.join(walk.state)
    summary = head.arrays[ARRAY]
    assert summary is not None and head.shifts[ARRAY] == 2
    links = {head.links.get(counter), head.links.get(summary.size)} - {None}
    assert {link.number for link in links if link is not None} == {0}, "the size is the counter"
