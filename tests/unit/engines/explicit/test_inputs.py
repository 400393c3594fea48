"""Representatives of inputs: enough of them, checked against all values of a small type."""

from __future__ import annotations

import random

import pytest

from tests.unit.ir.interp.build import Build
from threadproof.analyses.input_values import InputRepresentatives
from threadproof.budget import Budget
from threadproof.certify.replay.follow import replay
from threadproof.engines.explicit import ExplicitEngine, IncompleteSearch, outcomes
from threadproof.evidence.result import Safe, Unknown, Unsafe
from threadproof.evidence.task import Task
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.arith import wrap
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import I8, I16, I32, P32, U8, U16, U32, Type


def some_use(random_: random.Random, value: Expr) -> Expr:
    """A Boolean that looks at the value in one of the ways that are covered."""
    for _ in range(random_.randint(0, 3)):
        match random_.randint(0, 2):
            case 0:
                value = e.cast(random_.choice((I8, U8, I16, U16, I32, U32)), value)
            case 1:
                value = e.add(value, e.const(value.type, random_.randint(-300, 300)))
            case 2:
                value = e.sub(value, e.const(value.type, random_.randint(-300, 300)))
    match random_.randint(0, 4):
        case 0:
            masked = e.land(value, e.const(value.type, wrap(value.type, random_.randint(0, 15))))
            return e.eq(masked, e.const(value.type, random_.randint(0, 7)))
        case 1:
            rest = e.binary("rem", value, e.const(value.type, random_.choice((1, 2, 3, 5, 6))))
            return e.lt(rest, e.const(value.type, random_.randint(-2, 3)))
        case 2:
            return e.lt(e.const(value.type, random_.randint(-130, 260)), value)
        case 3:
            return e.le(value, e.const(value.type, random_.randint(-130, 260)))
    return e.eq(value, e.const(value.type, random_.randint(-130, 260)))


def looking(uses: list[Expr], r: Variable) -> Program:
    """x := the outcomes of all uses, as bits."""
    build = Build()
    x = build.object("x", U32)
    main = build.function("main")
    main.function.locals.append(r)
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
    total = e.const(U32, 0)
    for number, use in enumerate(uses):
        total = e.add(total, e.ite(use, e.const(U32, 1 << number), e.const(U32, 0)))
    main.store(x, total)
    main.ret()
    return build.program


@pytest.mark.parametrize("type_", [I8, U8])
def test_representatives_show_every_behaviour(type_: Type) -> None:
    fewer = 0
    for seed in range(150):
        random_ = random.Random(seed)
        r = Variable("r", type_)
        uses = [use for use in (some_use(random_, e.var(r)) for _ in range(random_.randint(1, 3))) if not use.is_const]
        program = looking(uses, r)
        values = InputRepresentatives(program, limit=10_000).representatives(r)
        assert values is not None, seed
        everything = range(-128, 128) if type_ == I8 else range(256)
        assert set(values) <= set(everything)
        fewer += len(values) < 256
        assert outcomes(program, ["x"]) == {(bits(uses, r, value),) for value in everything}, (seed, values)
    assert fewer > 100


def bits(uses: list[Expr], r: Variable, value: int) -> int:
    from threadproof.ir.walk import substitute

    constant = e.const(r.type, value)
    found = [substitute(use, lambda node: constant if node.op == "var" else None) for use in uses]
    return sum(1 << number for number, use in enumerate(found) if use.payload)


def test_values_flow_through_calls() -> None:
    build = Build()
    x = build.object("x")
    parameter = Variable("parameter", I32)
    identity = build.function("identity", parameter)
    identity.ret(e.var(parameter))
    main = build.function("main")
    r, s = main.reg("r"), main.reg("s")
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
    main.do(ops.Call(s, e.addr(identity.function, P32), (e.add(e.var(r), e.const(I32, 10)),)))
    main.store(x, e.cast(I32, e.lt(e.var(s), e.const(I32, 12))))
    main.ret()
    assert outcomes(build.program, ["x"]) == {(0,), (1,)}
    values = InputRepresentatives(build.program).representatives(r)
    assert values == (-(1 << 31), 2), "one for each outcome"


def refused(how: str) -> Program:
    """Ways of looking at an input that no short list of values covers."""
    build = Build()
    x = build.object("x")
    callee = build.function("callee", Variable("p", I32))
    callee.ret()
    main = build.function("main")
    r, s, pointer = main.reg("r"), main.reg("s"), main.reg("pointer", P32)
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
    main.do(ops.Havoc(s, ops.Origin.INPUT, "nondet"))
    value = e.var(r)
    match how:
        case "stored":
            main.store(x, e.add(value, e.const(I32, 1)))
        case "multiplied":
            main.fail_unless(e.eq(e.mul(value, e.const(I32, 3)), e.const(I32, 1)))
        case "compared":
            main.fail_unless(e.lt(value, e.var(s)))
        case "address":
            main.load(s, e.add(main.address(x), e.cast(P32, value)))
        case "loop":
            main.do(ops.Assign(r, e.add(value, e.const(I32, 1))))
            main.fail_unless(e.eq(value, e.const(I32, 3)))
        case "period":
            main.fail_unless(e.eq(e.binary("rem", value, e.const(I32, 1000)), e.const(I32, 3)))
        case "indirect":
            main.do(ops.Call(None, e.var(pointer), (value,)))
    main.ret()
    return build.program


@pytest.mark.parametrize("how", ["stored", "multiplied", "compared", "address", "loop", "period", "indirect"])
def test_other_uses_are_refused(how: str) -> None:
    program = refused(how)
    r = program.functions["main"].locals[0]
    assert InputRepresentatives(program).representatives(r) is None


def test_too_many_inputs_are_unknown() -> None:
    result = ExplicitEngine().check(refused("stored"), Task("unreach-call"), Budget(60), {})
    assert isinstance(result, Unknown) and result.reason.startswith("inputs: nondet of type i32 at t.c:")
    with pytest.raises(IncompleteSearch):
        outcomes(refused("stored"), ["x"])


@pytest.mark.parametrize("how", ["multiplied", "compared"])
def test_a_few_values_of_too_many_are_tried(how: str) -> None:
    program = refused(how)
    result = ExplicitEngine().check(program, Task("unreach-call"), Budget(60), {})
    assert isinstance(result, Unsafe)
    replay(program, result)
    with pytest.raises(IncompleteSearch):
        outcomes(program, ["x"])


def test_where_a_few_values_violate_nothing_the_counters_are_those_of_the_search() -> None:
    build = Build()
    main = build.function("main")
    r = main.reg("r")
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
    main.fail_unless(e.lnot(e.eq(e.mul(e.var(r), e.const(I32, 3)), e.const(I32, 21))))
    main.ret()
    counters: dict[str, float] = {}
    result = ExplicitEngine().check(build.program, Task("unreach-call"), Budget(60), counters)
    assert isinstance(result, Unknown) and counters["states"] == 0


def test_a_violation_elsewhere_still_counts() -> None:
    build = Build()
    x = build.object("x")
    main = build.function("main")
    flag, r = main.reg("flag", U8), main.reg("r")
    main.do(ops.Havoc(flag, ops.Origin.INPUT, "nondet"))
    one, other = main.split(e.eq(e.var(flag), e.const(U8, 0)))
    main.here = one
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
    main.store(x, e.mul(e.var(r), e.var(r)))
    main.ret()
    main.here = other
    main.fail_unless(e.ne(e.var(flag), e.const(U8, 77)))
    main.ret()
    result = ExplicitEngine().check(build.program, Task("unreach-call"), Budget(60), {})
    assert isinstance(result, Unsafe) and result.schedule[-1].inputs == (77,)


def test_an_unused_input_does_not_matter() -> None:
    build = Build()
    x = build.object("x")
    main = build.function("main")
    r = main.reg("r")
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
    main.store(x, e.var(r))
    main.ret()
    counters: dict[str, float] = {}
    assert isinstance(ExplicitEngine().check(build.program, Task("unreach-call"), Budget(60), counters), Safe)
    assert counters["states"] == 2
