"""The closures compute what `ir.arith` defines."""

from __future__ import annotations

import math
import random

import pytest

from tests.unit.ir.interp.build import Build
from threadproof.ir import arith
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.interp import Given, Machine
from threadproof.ir.interp.evaluate import DEEPEST
from threadproof.ir.interp.outcome import Next
from threadproof.ir.types import BOOL, F32, F64, I8, I16, I32, I64, I128, P32, U8, U16, U32, U64, IntType, PtrType, Type
from threadproof.sched.base import scheduler_of

TYPES = (I8, U8, I16, U16, I32, U32, I64, U64, I128, P32, IntType(5, True), IntType(3, False))


def some_value(type_: Type, random_: random.Random) -> arith.Value:
    if type_ == BOOL:
        return random_.random() < 0.5
    if type_ in (F32, F64):
        values = (0.0, -0.0, 1.5, -2.75, math.inf, math.nan, 1e300, 3e-20)
        return arith.round_float(type_, random_.choice(values))  # type: ignore[arg-type]
    bits = type_.bits  # type: ignore[attr-defined]
    return arith.wrap(type_, random_.choice((0, 1, -1, 1 << bits - 1, (1 << bits - 1) - 1, random_.getrandbits(bits))))


def evaluate(root: e.Expr, values: dict[e.Variable, arith.Value]) -> arith.Value:
    """Run a program that assigns the registers and then the expression to a register which stays live."""
    build = Build()
    main = build.function("main")
    result = main.reg("result", root.type)
    for variable, value in values.items():
        main.do(ops.Assign(variable, e.const(variable.type, value)))
    main.do(ops.Assign(result, root))
    flag = build.object("flag")
    main.store(flag, e.var(result))
    main.ret()
    machine = Machine(build.program, "unreach-call", scheduler_of(build.program))
    outcome = machine.start(Given())
    assert isinstance(outcome, Next)
    frame = outcome.state.threads[0].frames[0]
    found = frame.code.thaw(frame).registers[frame.code.slots[result]]
    assert isinstance(found, bool | int | float)
    return found


def same(a: arith.Value, b: arith.Value) -> bool:
    return type(a) is type(b) and (repr(a) == repr(b))


@pytest.mark.parametrize("op", ["add", "sub", "mul", "div", "rem", "and", "or", "xor", "shl", "shr", "eq", "lt", "le"])
def test_binary_operators(op: str) -> None:
    random_ = random.Random(op)
    for type_ in (*TYPES, BOOL) if op in ("and", "or", "xor", "eq") else TYPES:
        for _ in range(12):
            a, b = some_value(type_, random_), some_value(type_, random_)
            if op in ("div", "rem") and b == 0:
                continue
            x, y = e.Variable("x", type_), e.Variable("y", type_)
            root = e.binary(op, e.var(x), e.var(y)) if op not in arith.COMPARE else getattr(e, op)(e.var(x), e.var(y))
            assert same(evaluate(root, {x: a, y: b}), arith.binary(op, type_, a, b)), (op, type_, a, b)


def test_float_operators() -> None:
    random_ = random.Random(1)
    for op in ("add", "sub", "mul", "div"):
        for type_ in (F32, F64):
            for _ in range(15):
                a, b = some_value(type_, random_), some_value(type_, random_)
                x, y = e.Variable("x", type_), e.Variable("y", type_)
                assert same(evaluate(e.binary(op, e.var(x), e.var(y)), {x: a, y: b}), arith.binary(op, type_, a, b))


def test_casts_and_unary() -> None:
    random_ = random.Random(2)
    for source in (*TYPES, BOOL, F32, F64):
        for target in (*TYPES, BOOL, F32, F64):
            a = some_value(source, random_)
            x = e.Variable("x", source)
            assert same(evaluate(e.cast(target, e.var(x)), {x: a}), arith.cast(target, source, a)), (source, target, a)
    for type_ in TYPES:
        if isinstance(type_, PtrType):
            continue
        a, x = some_value(type_, random_), e.Variable("x", type_)
        assert same(evaluate(e.neg(e.var(x)), {x: a}), arith.unary("neg", type_, a))
        assert same(evaluate(e.bit_not(e.var(x)), {x: a}), arith.unary("not", type_, a))


def test_bitcast_and_ite() -> None:
    x, y = e.Variable("x", F32), e.Variable("y", BOOL)
    assert evaluate(e.bitcast(U32, e.var(x)), {x: 1.0}) == 0x3F800000
    root = e.ite(e.var(y), e.const(I32, 3), e.const(I32, 4))
    assert (evaluate(root, {y: True}), evaluate(root, {y: False})) == (3, 4)


@pytest.mark.parametrize("depth", [DEEPEST - 1, DEEPEST, DEEPEST + 1, 3 * DEEPEST, 5_000])
def test_deep_expressions(depth: int) -> None:
    x, y = e.Variable("x", I32), e.Variable("y", I32)
    root = e.var(x)
    for _ in range(depth):
        root = e.sub(e.var(y), root)
    assert evaluate(root, {x: 5, y: 7}) == (5 if depth % 2 == 0 else 2)
