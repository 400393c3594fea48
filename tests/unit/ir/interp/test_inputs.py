"""Arbitrary values: when they are asked for, and that undecided ones behave like one fixed value."""

from __future__ import annotations

import pytest

from tests.unit.ir.interp.build import Build, i32
from tests.unit.ir.interp.run import machine_of, taken, walk
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.interp import Given, NeedInput
from threadproof.ir.interp.outcome import Halted, Next, Violation
from threadproof.ir.interp.values import Lazy, Stored, ValueRequest
from threadproof.ir.types import I32, P32, U8, U16, U32


class Deferring:
    """Defers whatever it may; otherwise answers from a list."""

    def __init__(self, *values: Stored) -> None:
        self.values = list(values)
        self.asked: list[ValueRequest] = []
        self.made: list[Lazy] = []

    def draw(self, request: ValueRequest) -> Stored:
        self.asked.append(request)
        if request.defer is None:
            return self.values.pop(0)
        self.made.append(request.defer())
        return self.made[-1]


def cells(outcome: object) -> list[int]:
    return [int.from_bytes(cell, "little", signed=True) for cell in outcome.state.cells]  # type: ignore[attr-defined]


def test_an_unassigned_register_is_asked_for_once() -> None:
    build = Build()
    x, y = build.object("x"), build.object("y")
    main = build.function("main")
    r = main.reg("r")
    main.store(x, e.add(e.var(r), i32(1)))
    main.store(y, e.add(e.var(r), i32(2)))
    main.ret()
    machine = machine_of(build.program)
    with pytest.raises(NeedInput) as need:
        walk(machine, 0)
    assert need.value.request.variable is r and need.value.request.name == "r"
    assert cells(walk(machine, (0, (10,)), 0)) == [11, 12]


def test_an_input_that_nobody_looks_at_stays_undecided() -> None:
    build = Build()
    x, y = build.object("x"), build.object("y")
    main = build.function("main")
    r, s, t = main.reg("r"), main.reg("s"), main.reg("t")
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
    main.do(ops.Assign(s, e.var(r)))
    main.store(x, e.var(s))
    main.load(t, x)
    main.fail_unless(e.eq(e.var(t), e.var(r)))
    main.store(y, e.add(e.var(t), i32(1)))
    main.fail_unless(e.eq(e.var(r), i32(6)), "overflow")
    main.store(y, e.var(s))
    main.ret()
    machine = machine_of(build.program)
    inputs = Deferring(6)
    state = taken(machine.start(inputs))
    state = taken(machine.step(state, 0, inputs))
    assert [found for _, found in state.deferred] == inputs.made and state.cells[0] == bytes(4)
    state = taken(machine.step(state, 0, inputs))
    assert len(inputs.asked) == 1, "comparing the input with itself decides nothing"
    state = taken(machine.step(state, 0, inputs))
    assert state.deferred == () and inputs.asked[-1].forced is inputs.made[0]
    assert [int.from_bytes(cell, "little") for cell in state.cells] == [6, 7], "decided everywhere"
    assert not any(isinstance(value, Lazy) and value.owner >= 0 for value in state.threads[0].frames[0].registers)
    assert isinstance(machine.step(taken(machine.step(state, 0, inputs)), 0, inputs), Halted)


def test_two_inputs_are_different() -> None:
    build = Build()
    main = build.function("main")
    r, s = main.reg("r"), main.reg("s")
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
    main.do(ops.Havoc(s, ops.Origin.INPUT, "nondet"))
    main.fail_unless(e.eq(e.var(r), e.var(s)))
    main.ret()
    machine = machine_of(build.program)
    assert isinstance(machine.start(Deferring(1, 2)), Violation)
    assert isinstance(machine.start(Deferring(2, 2)), Next)
    assert isinstance(machine.start(Given((1, 2))), Violation)


def test_uninitialised_memory_is_decided_by_its_first_reader() -> None:
    build = Build()
    x, y = build.object("x", U16, 2), build.object("y", U8, 1)
    main = build.function("main")
    p, r, s = main.reg("p", P32), main.reg("r", U16), main.reg("s", U8)
    main.do(ops.Alloc(p, e.const(U32, 4), False, "p"))
    main.load(r, e.var(p))
    main.store(x, e.var(r))
    main.load(s, e.add(e.var(p), e.const(P32, 1)))
    main.store(y, e.var(s))
    main.ret()
    machine = machine_of(build.program)
    assert cells(walk(machine, (0, (0x1234,)), 0, 0, 0)) == [0x1234, 0x12]
    lazily = Deferring(0x1234)
    outcome = machine.start(lazily)
    for _ in range(4):
        outcome = machine.step(taken(outcome), 0, lazily)
    assert cells(outcome) == [0x1234, 0x12]


def test_partly_initialised_values_are_completed_byte_by_byte() -> None:
    build = Build()
    x = build.object("x", U16, 2)
    main = build.function("main")
    p, r = main.reg("p", P32), main.reg("r", U16)
    main.do(ops.Alloc(p, e.const(U32, 4), False, "p"))
    main.store(e.var(p), e.const(U8, 0x56))
    main.load(r, e.var(p))
    main.store(x, e.var(r))
    main.ret()
    assert cells(walk(machine_of(build.program), 0, (0, (0x34,)), 0)) == [0x3456]


def test_results_may_stay_undecided() -> None:
    """A thread that returns nothing, and one that returns an input."""
    build = Build()
    worker = build.function("worker")
    worker.ret()
    other = build.function("other")
    r = other.reg("r", P32)
    other.do(ops.Havoc(r, ops.Origin.EXTERN, "extern"))
    other.ret(e.var(r))
    main = build.function("main")
    for name in ("worker", "other"):
        handle = main.spawn(name)
        result = main.reg("result", P32)
        main.join(handle, result)
    main.ret()
    machine, inputs = machine_of(build.program), Deferring()
    outcome = machine.start(inputs)
    for _ in range(5):
        outcome = machine.step(taken(outcome), 0, inputs)
    assert isinstance(outcome, Halted)
    assert [request.forced for request in inputs.asked] == [None, None]


def test_a_choice_among_several_edges_is_an_input() -> None:
    build = Build()
    x = build.object("x")
    main = build.function("main")
    ways = [main.new() for _ in range(3)]
    for way in ways:
        main.edge(0, way, ops.Assume(e.TRUE))
    for number, way in enumerate(ways):
        main.here = way
        main.store(x, number)
        main.ret()
    machine = machine_of(build.program)
    with pytest.raises(NeedInput) as need:
        machine.start(Given())
    assert need.value.request.choices == 3
    assert [cells(walk(machine, 0, first=(n,))) for n in range(3)] == [[0], [1], [2]]


def test_dead_registers_do_not_tell_states_apart() -> None:
    build = Build()
    x = build.object("x")
    main = build.function("main")
    r = main.reg("r")
    head = main.here
    main.load(r, x)
    main.store(x, e.sub(i32(1), e.var(r)))
    main.goto(head, back=True)
    machine = machine_of(build.program)
    assert taken(walk(machine, 0, 0)) != taken(walk(machine)), "x differs"
    assert taken(walk(machine, 0, 0, 0, 0)) == taken(walk(machine)), "r is dead here"


def test_signs_of_zero_are_told_apart() -> None:
    from threadproof.ir.types import F64

    states = []
    for value in (0.0, -0.0):
        build = Build()
        x = build.object("x", F64, 8)
        main = build.function("main")
        r = main.reg("r", F64)
        main.do(ops.Assign(r, e.const(F64, value)))
        main.store(x, e.var(r))
        main.ret()
        frame = taken(walk(machine_of(build.program))).threads[0].frames[0]
        states.append(frame.registers)
    assert states[0] != states[1]


def test_input_types_of_requests() -> None:
    build = Build()
    x = build.object("x")
    main = build.function("main")
    r = main.reg("r", I32)
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet_int"))
    main.store(x, e.add(e.var(r), i32(1)))
    main.ret()
    inputs = Deferring(5)
    machine = machine_of(build.program)
    machine.step(taken(machine.start(inputs)), 0, inputs)
    assert [(q.type, q.origin, q.name, q.variable) for q in inputs.asked] == [(I32, ops.Origin.INPUT, "nondet_int", r)] * 2
