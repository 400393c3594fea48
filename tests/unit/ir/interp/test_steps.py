"""Steps, atomic blocks, blocking, discarding, ends: docs/architecture.md, Steps."""

from __future__ import annotations

import pytest

from tests.unit.ir.interp.build import FILE, Build, i32
from tests.unit.ir.interp.run import machine_of, taken, walk
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.interp import Limits
from threadproof.ir.interp.outcome import Blocked, CutOff, Discarded, Halted, Next, Undefined, Violation
from threadproof.ir.types import BOOL, I32, P32, U32, U64, ArrayType


def cells(outcome: object) -> list[int]:
    state = outcome.state  # type: ignore[attr-defined]
    return [int.from_bytes(cell, "little", signed=True) for cell in state.cells]


def test_a_step_is_one_visible_operation_and_the_local_ones_after_it() -> None:
    build = Build()
    x, y = build.object("x"), build.object("y")
    main = build.function("main")
    r = main.reg("r")
    main.do(ops.Assign(r, i32(3)))
    main.store(x, e.var(r))
    main.do(ops.Assign(r, e.add(e.var(r), i32(1))))
    main.store(y, e.var(r))
    main.ret()
    machine = machine_of(build.program)
    assert cells(walk(machine)) == [0, 0]
    assert cells(walk(machine, 0)) == [3, 0]
    assert cells(walk(machine, 0, 0)) == [3, 4]
    assert isinstance(walk(machine, 0, 0, 0), Halted)


def test_private_accesses_are_local() -> None:
    build = Build()
    x, y = build.object("x"), build.object("y")
    main = build.function("main")
    build.program.private.add(main.store(x, 1))
    main.store(y, 1)
    main.ret()
    assert cells(walk(machine_of(build.program))) == [1, 0]


def test_an_atomic_block_is_one_step_and_nests() -> None:
    build = Build()
    x, y = build.object("x"), build.object("y")
    main = build.function("main")
    main.do(ops.AtomicBegin())
    main.store(x, 1)
    main.atomic(ops.Store(main.address(x), i32(2)))
    main.store(y, 1)
    main.do(ops.AtomicEnd())
    main.store(y, 5)
    main.ret()
    machine = machine_of(build.program)
    assert cells(walk(machine)) == [0, 0]
    assert cells(walk(machine, 0)) == [2, 1]
    assert cells(walk(machine, 0, 0)) == [2, 5]


def waiting_program() -> Build:
    """Thread 1 waits in an atomic block, after a write, until x is 1."""
    build = Build()
    x, y = build.object("x"), build.object("y")
    waiter = build.function("waiter")
    r = waiter.reg("r")
    waiter.do(ops.AtomicBegin())
    waiter.store(y, 1)
    waiter.load(r, x)
    waiter.do(ops.Await(e.eq(e.var(r), i32(1))))
    waiter.do(ops.AtomicEnd())
    waiter.ret()
    main = build.function("main")
    handle = main.spawn("waiter")
    main.store(x, 1)
    main.join(handle)
    main.ret()
    return build


def test_a_step_that_waits_does_not_happen_at_all() -> None:
    machine = machine_of(waiting_program().program)
    assert isinstance(walk(machine, 0, 1), Blocked)
    assert cells(walk(machine, 0)) == [0, 0]
    done = taken(walk(machine, 0, 0, 1))
    assert machine.live(done) == (0,)
    assert isinstance(walk(machine, 0, 0, 0), Blocked)
    assert isinstance(walk(machine, 0, 0, 1, 0), Next)


def test_join_gets_the_result() -> None:
    build = Build()
    x = build.object("x")
    worker = build.function("worker", argument := e.Variable("argument", P32))
    worker.ret(e.add(e.var(argument), e.const(P32, 1)))
    main = build.function("main")
    handle = main.spawn("worker", argument=e.const(P32, 41))
    result = main.reg("result", P32)
    main.join(handle, result)
    main.store(x, e.cast(I32, e.var(result)))
    main.ret()
    assert cells(walk(machine_of(build.program), 0, 0, 0)) == [42]


@pytest.mark.parametrize("end", ["assume", "halt", "cut", "check"])
def test_what_ends_the_execution_is_not_merged_into_the_step_before(end: str) -> None:
    """Thread 1 must be able to see x = 1 before main ends everything."""
    build = Build()
    x = build.object("x")
    watcher = build.function("watcher")
    r = watcher.reg("r")
    watcher.load(r, x)
    watcher.fail_unless(e.eq(e.var(r), i32(0)))
    watcher.ret()
    main = build.function("main")
    main.spawn("watcher")
    main.store(x, 1)
    last: dict[str, ops.Op] = {
        "assume": ops.Assume(e.FALSE, False),
        "halt": ops.Halt(),
        "cut": ops.Cut("bound"),
        "check": ops.Check(e.FALSE, "division-by-zero"),
    }
    main.do(last[end])
    main.ret()
    machine = machine_of(build.program)
    assert isinstance(walk(machine, 0, 0, 1), Violation)
    kinds = {"assume": Discarded, "halt": Halted, "cut": CutOff, "check": Undefined}
    assert isinstance(walk(machine, 0, 0, 0), kinds[end])


def test_a_violation_is_reported_at_once_and_with_its_place() -> None:
    build = Build()
    x = build.object("x")
    main = build.function("main")
    r = main.reg("r")
    main.load(r, x)
    edge = main.fail_unless(e.eq(e.var(r), i32(1)))
    main.ret()
    found = walk(machine_of(build.program), 0)
    assert isinstance(found, Violation)
    assert (found.property, found.pos) == ("unreach-call", edge.pos) and edge.pos.file == FILE


def test_check_of_another_property_is_undefined_behaviour() -> None:
    build = Build()
    main = build.function("main")
    main.fail_unless(e.FALSE, "overflow")
    main.ret()
    assert isinstance(walk(machine_of(build.program), 0), Undefined)
    assert isinstance(walk(machine_of(build.program, "no-overflow")), Violation)


def looping(main_visible: bool = False) -> Build:
    """Main loops for ever between two values of a register."""
    build = Build()
    x = build.object("x")
    main = build.function("main")
    r = main.reg("r", BOOL)
    main.do(ops.Assign(r, e.TRUE))
    head = main.here
    if main_visible:
        main.store(x, 1)
    main.do(ops.Assign(r, e.lnot(e.var(r))))
    main.goto(head, back=True)
    return build


def test_a_local_loop_that_repeats_diverges() -> None:
    machine = machine_of(looping().program)
    state = taken(walk(machine))
    assert machine.enabled(state) == () and machine.live(state) == (0,) and machine.scheduler.diverges(state.control)


def idle_counter(used: bool) -> Build:
    """Main counts for ever, in a register that it looks at or not."""
    build = Build()
    main = build.function("main")
    r = main.reg("r", I32)
    main.do(ops.Assign(r, e.const(I32, 0)))
    head = main.here
    main.do(ops.Assign(r, e.add(e.var(r), e.const(I32, 1))))
    if used:
        main.fail_unless(e.ne(e.var(r), e.const(I32, -1)))
    main.goto(head, back=True)
    return build


def test_a_counter_that_nobody_looks_at_does_not_tell_rounds_apart() -> None:
    machine = machine_of(idle_counter(False).program)
    assert machine.scheduler.diverges(taken(walk(machine)).control)
    assert isinstance(walk(machine_of(idle_counter(True).program)), CutOff)


def test_a_loop_with_a_visible_operation_does_not_diverge() -> None:
    machine = machine_of(looping(True).program)
    one, two = taken(walk(machine, 0)), taken(walk(machine, 0, 0, 0))
    assert one == two and machine.enabled(one) == (0,)


def test_an_atomic_block_that_never_ends_discards() -> None:
    build = Build()
    main = build.function("main")
    main.do(ops.AtomicBegin())
    head = main.here
    main.goto(head, back=True)
    assert isinstance(walk(machine_of(build.program), 0), Discarded)


def counting(limit: int) -> Build:
    build = Build()
    main = build.function("main")
    r = main.reg("r")
    main.do(ops.Assign(r, i32(0)))
    head = main.here
    more, done = main.split(e.lt(e.var(r), i32(limit)))
    main.here = more
    main.do(ops.Assign(r, e.add(e.var(r), i32(1))))
    main.goto(head, back=True)
    main.here = done
    main.ret()
    return build


def test_long_local_loops_end_or_are_cut() -> None:
    assert isinstance(walk(machine_of(counting(5_000).program), 0), Halted)
    assert isinstance(walk(machine_of(counting(5_000).program, limits=Limits(local=10_000))), CutOff)


def test_recursion_is_cut_at_the_limit() -> None:
    build = Build()
    function = build.function("f")
    function.do(ops.Call(None, e.addr(function.function, P32), ()))
    function.ret()
    main = build.function("main")
    main.do(ops.Call(None, e.addr(function.function, P32), ()))
    main.ret()
    found = walk(machine_of(build.program, limits=Limits(depth=30)), 0)
    assert isinstance(found, CutOff) and "recursion" in found.reason


def test_thread_limit_counts_main() -> None:
    build = Build()
    build.function("worker").ret()
    main = build.function("main")
    main.spawn("worker")
    main.spawn("worker")
    main.ret()
    found = walk(machine_of(build.program, limits=Limits(threads=2)), 0, 0)
    assert isinstance(found, CutOff) and found.reason.startswith("threads")
    assert isinstance(walk(machine_of(build.program, limits=Limits(threads=3)), 0, 0), Next)


def test_calls_pass_arguments_and_results() -> None:
    build = Build()
    x = build.object("x")
    a, b = e.Variable("a", I32), e.Variable("b", I32)
    function = build.function("f", a, b)
    function.ret(e.sub(e.var(a), e.var(b)))
    main = build.function("main")
    r = main.reg("r")
    main.do(ops.Call(r, e.addr(function.function, P32), (i32(50), i32(8))))
    main.store(x, e.var(r))
    main.ret()
    assert cells(walk(machine_of(build.program), 0)) == [42]


def test_call_of_no_function_is_undefined() -> None:
    build = Build()
    main = build.function("main")
    main.do(ops.Call(None, e.zero(P32), ()))
    main.ret()
    assert isinstance(walk(machine_of(build.program), 0), Undefined)


def test_self_and_thread_numbers() -> None:
    build = Build()
    x = build.object("x")
    worker = build.function("worker")
    worker.store(x, e.cast(I32, e.this_thread()))
    worker.ret()
    main = build.function("main")
    main.spawn("worker")
    handle = main.spawn("worker", main.reg("h", U32))
    main.join(handle)
    main.ret()
    assert cells(walk(machine_of(build.program), 0, 0, 2)) == [2]


def test_join_of_no_thread_is_undefined_and_of_oneself_blocks() -> None:
    for number, kind in ((7, Undefined), (0, Blocked)):
        build = Build()
        main = build.function("main")
        main.do(ops.Join(None, e.const(U32, number)))
        main.ret()
        assert isinstance(walk(machine_of(build.program), 0), kind)


def test_main_may_end_before_the_others() -> None:
    build = Build()
    x = build.object("x")
    worker = build.function("worker")
    worker.store(x, 1)
    worker.ret()
    main = build.function("main")
    main.spawn("worker")
    main.do(ops.ThreadExit())
    machine = machine_of(build.program)
    assert machine.enabled(taken(walk(machine, 0))) == (1,)
    assert machine.live(taken(walk(machine, 0, 1))) == ()


def test_lowered_form() -> None:
    """Shared variables and arrays instead of memory; blocks of several operations."""
    build = Build()
    x, a = build.cell("x", I32, 5), build.cell("a", ArrayType(I32, 4), 9)
    main = build.function("main")
    r = main.reg("r")
    main.do(ops.Assign(r, e.add(e.var(x), i32(1))), ops.Assign(r, e.add(e.var(r), i32(1))))
    main.do(ops.Write(a, e.const(U64, 2), e.var(r)))
    main.do(ops.Assign(r, e.select(e.var(a), e.const(U64, 3))))
    main.do(ops.Assign(x, e.add(e.var(r), e.const(I32, 100))))
    main.do(ops.Halt())
    machine = machine_of(build.program)
    assert taken(walk(machine)).shared == (5, (9, ()))
    assert taken(walk(machine, 0, 0)).shared == (5, (9, ((2, 7),)))
    assert taken(walk(machine, 0, 0, 0, 0)).shared == (109, (9, ((2, 7),)))


def test_guards_over_shared_variables_rest_before_the_choice() -> None:
    build = Build()
    x = build.cell("x")
    watcher = build.function("watcher")
    yes, no = watcher.split(e.eq(e.var(x), i32(1)))
    watcher.here = yes
    watcher.fail_unless(e.FALSE)
    watcher.do(ops.ThreadExit())
    watcher.here = no
    watcher.do(ops.ThreadExit())
    main = build.function("main")
    main.spawn("watcher")
    main.do(ops.Assign(x, i32(1)))
    main.do(ops.Halt())
    machine = machine_of(build.program)
    assert isinstance(walk(machine, 0, 1), Next)
    assert isinstance(walk(machine, 0, 0, 1), Violation)
