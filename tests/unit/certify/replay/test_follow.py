"""Counterexamples are confirmed, and wrong ones are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.engines.explicit.test_explicit import counter, crossing
from tests.unit.ir.interp.build import Build, i32
from threadproof.budget import Budget
from threadproof.certify.replay.follow import replay
from threadproof.engines.explicit import ExplicitEngine
from threadproof.errors import InternalError
from threadproof.evidence.result import Turn, Unsafe
from threadproof.evidence.task import Task
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.interp.outcome import Access
from threadproof.ir.program import Program
from threadproof.ir.types import BOOL, U8
from threadproof.properties import DEADLOCK, RACE, UNREACH


def unsafe(program: Program, property: str = UNREACH) -> Unsafe:
    result = ExplicitEngine().check(program, Task(property), Budget(60), {})
    assert isinstance(result, Unsafe)
    return result


def test_every_turn_is_recorded() -> None:
    program = counter()
    found = unsafe(program)
    run = replay(program, found)
    assert len(run.turns) == len(found.schedule) and run.pos == found.pos
    accesses = [entry for taken in run.turns for entry in taken.log if isinstance(entry, Access)]
    assert [(a.thread, a.name, a.write, a.value) for a in accesses if a.thread and a.write] == [
        (1, "x", True, 1),
        (2, "x", True, 1),
    ]


def test_deadlock_and_race() -> None:
    program = crossing(("n", "m"))
    run = replay(program, unsafe(program, DEADLOCK))
    assert [waiting.thread for waiting in run.waiting] == [0, 1]
    program = counter()
    run = replay(program, unsafe(program, RACE))
    assert (
        len(run.race) == 2
        and run.race[0].access.name == run.race[1].access.name == "x"
        and run.race[0].access.thread != run.race[1].access.thread
    )


def test_inputs_are_drawn_where_the_program_asks() -> None:
    """The engine looks at the input late; the schedule has it in the turn that drew it, and unused ones are zero."""
    build = Build()
    x = build.object("x")
    main = build.function("main")
    unused, r = main.reg("unused"), main.reg("r", BOOL)
    main.do(ops.Havoc(unused, ops.Origin.INPUT, "nondet"))
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
    main.store(x, 1)
    main.store(x, 2)
    main.fail_unless(e.var(r))
    main.store(x, e.var(unused))
    main.ret()
    found = unsafe(build.program)
    assert found.schedule == (Turn(0, (0, False)), Turn(0), Turn(0))
    replay(build.program, found)
    with pytest.raises(InternalError):
        replay(build.program, replace(found, schedule=(Turn(0, (0, True)), Turn(0), Turn(0))))


def wrong(found: Unsafe, how: str) -> Unsafe:
    turns = list(found.schedule)
    match how:
        case "shorter":
            turns.pop()
        case "empty":
            turns.clear()
        case "other thread":
            turns[-1] = replace(turns[-1], thread=1)
        case "no such thread":
            turns[1] = Turn(5)
        case "serial":
            turns = [Turn(0)] * 3 + [Turn(1)] * 2 + [Turn(2)] * 2 + [Turn(0)] * 3
        case "more inputs":
            turns[0] = Turn(0, (1,))
    return replace(found, schedule=tuple(turns))


@pytest.mark.parametrize("how", ["shorter", "empty", "other thread", "no such thread", "serial", "more inputs"])
def test_wrong_schedules_are_refused(how: str) -> None:
    program = counter()
    with pytest.raises(InternalError):
        replay(program, wrong(unsafe(program), how))


def test_lacking_inputs_are_refused() -> None:
    build = Build()
    main = build.function("main")
    r = main.reg("r", BOOL)
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
    main.fail_unless(e.var(r))
    main.ret()
    found = unsafe(build.program)
    replay(build.program, found)
    with pytest.raises(InternalError):
        replay(build.program, replace(found, schedule=(Turn(0),)))


def test_a_state_that_can_move_is_no_deadlock() -> None:
    program = crossing(("n", "m"))
    found = unsafe(program, DEADLOCK)
    with pytest.raises(InternalError):
        replay(program, replace(found, schedule=found.schedule[:-1]))


def test_accesses_to_different_objects_are_no_race() -> None:
    build = Build()
    x, y = build.object("x"), build.object("y")
    worker = build.function("worker")
    worker.store(x, 1)
    worker.ret()
    main = build.function("main")
    main.spawn("worker")
    main.store(y, 1)
    main.ret()
    with pytest.raises(InternalError):
        replay(build.program, Unsafe(RACE, "", (Turn(0), Turn(0), Turn(0), Turn(1))))


def test_another_property_is_refused() -> None:
    program = counter()
    with pytest.raises(InternalError):
        replay(program, replace(unsafe(program), property="no-overflow"))


def test_a_deadlock_that_depends_on_a_choice_is_tried_both_ways() -> None:
    build = Build()
    main = build.function("main")
    r = main.reg("r", BOOL)
    main.do(ops.AtomicBegin())
    main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
    main.do(ops.Await(e.land(e.var(r), e.lnot(e.eq(e.cast(i32(0).type, e.var(r)), i32(1))))))
    main.do(ops.AtomicEnd())
    main.ret()
    found = unsafe(build.program, DEADLOCK)
    assert replay(build.program, found).waiting[0].thread == 0


def test_values_of_unset_registers_are_drawn_at_their_declaration() -> None:
    """Read late, copied, and declared again: the schedule has them where the declarations are."""
    build = Build()
    x = build.object("x")
    main = build.function("main")
    unread, r, copy = main.reg("unread", U8), main.reg("r", U8), main.reg("copy", U8)
    for _ in range(2):
        main.do(ops.Havoc(unread, ops.Origin.UNINIT))
        main.do(ops.Havoc(r, ops.Origin.UNINIT))
        main.do(ops.Assign(copy, e.var(r)))
        main.store(x, 1)
        main.fail_unless(e.eq(e.var(copy), e.var(r)))
    main.do(ops.Havoc(r, ops.Origin.UNINIT))
    main.store(x, 2)
    main.fail_unless(e.ne(e.var(copy), e.const(U8, 7)))
    main.ret()
    found = unsafe(build.program)
    assert found.schedule == (Turn(0, (0, 0)), Turn(0, (0, 7)), Turn(0, (0,)), Turn(0))
    replay(build.program, found)
