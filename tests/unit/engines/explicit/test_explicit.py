"""The engine: verdicts, reasons, counters, order of search."""

from __future__ import annotations

import gc

import pytest

from tests.unit.ir.interp.build import Build, i32
from threadproof.budget import Budget, OutOfBudget
from threadproof.certify.replay.follow import replay
from threadproof.engines.explicit import ExplicitEngine, search
from threadproof.evidence.result import Safe, Turn, Unknown, Unsafe
from threadproof.evidence.task import Task
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.program import Program
from threadproof.ir.types import BOOL, I32, P32, U8
from threadproof.properties import DEADLOCK, RACE, UNREACH


def counter(increments: int = 1, threads: int = 2) -> Program:
    """Threads increment x without protection; main joins them and checks the sum."""
    build = Build()
    x = build.object("x")
    worker = build.function("worker")
    r = worker.reg("r")
    for _ in range(increments):
        worker.load(r, x)
        worker.store(x, e.add(e.var(r), i32(1)))
    worker.ret()
    main = build.function("main")
    for handle in [main.spawn("worker") for _ in range(threads)]:
        main.join(handle)
    r = main.reg("r")
    main.load(r, x)
    main.fail_unless(e.eq(e.var(r), i32(threads * increments)))
    main.ret()
    return build.program


def check(program: Program, property: str = UNREACH, **options: object) -> tuple[object, dict[str, float]]:
    counters: dict[str, float] = {}
    return ExplicitEngine().check(program, Task(property, options), Budget(60), counters), counters


def test_lost_update_and_shortest_schedule() -> None:
    result, counters = check(counter())
    assert isinstance(result, Unsafe) and result.property == UNREACH
    # the initial turn, two creations, two loads, two stores, two joins, the last load
    assert len(result.schedule) == 10 and result.schedule[0] == Turn(0)
    assert counters["depth"] <= 10


def test_search_orders_agree() -> None:
    for program in (counter(), counter(2)):
        assert isinstance(check(program, search="dfs")[0], Unsafe)
    assert len(check(counter(2), search="bfs")[0].schedule) <= len(check(counter(2), search="dfs")[0].schedule)  # type: ignore[attr-defined]


def test_exact_number_of_states() -> None:
    """Two threads with n stores each to their own object: (n + 1)^2 states after creation."""
    for n in (1, 3, 6):
        build = Build()
        for number in (1, 2):
            x = build.object(f"x{number}")
            worker = build.function(f"worker{number}")
            for value in range(n):
                worker.store(x, value + 1)
            worker.ret()
        main = build.function("main")
        main.do(ops.AtomicBegin())
        main.spawn("worker1")
        main.spawn("worker2")
        main.do(ops.AtomicEnd())
        main.do(ops.ThreadExit())
        result, counters = check(build.program)
        assert isinstance(result, Safe) and counters["states"] == (n + 1) ** 2 + 1
        assert counters["steps"] == 2 * n * (n + 1) + 2 and counters["depth"] == 2 * n + 1


@pytest.mark.parametrize("many", [0, 100_000])
def test_only_many_states_are_left_out_of_the_search_for_garbage(monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    """Until the next search: what is left out for good is never freed."""
    before = gc.get_freeze_count()
    monkeypatch.setattr(search, "MANY", many)
    check(counter())
    assert gc.isenabled() and (gc.get_freeze_count() > before) == search.Enumeration.frozen == (many == 0)
    monkeypatch.setattr(search, "MANY", 100_000)
    check(counter())
    assert not search.Enumeration.frozen and gc.get_freeze_count() <= before


def test_thread_limit_is_a_reason() -> None:
    result, _ = check(counter(threads=3), threads=2)
    assert isinstance(result, Unknown) and result.reason.startswith("threads: more than 2 (--threads) at t.c:")


def test_undefined_behaviour_is_a_reason() -> None:
    build = Build()
    main = build.function("main")
    main.fail_unless(e.FALSE, "division-by-zero")
    main.ret()
    result, _ = check(build.program)
    assert isinstance(result, Unknown) and result.reason == "undefined behaviour: division-by-zero here at t.c:1"


def test_cuts_are_reasons() -> None:
    build = Build()
    main = build.function("main")
    main.do(ops.Cut("bound 3"))
    assert check(build.program)[0] == Unknown("bound 3 at t.c:1")


def test_budget_is_kept_and_counters_survive() -> None:
    counters: dict[str, float] = {}
    with pytest.raises(OutOfBudget):
        ExplicitEngine().check(counter(3, 3), Task(UNREACH), Budget(0.05), counters)
    assert counters["states"] > 0


def crossing(order: tuple[str, str]) -> Program:
    """Main takes m then n; the worker takes them in the given order."""
    build = Build()
    items = {name: build.object(name) for name in ("m", "n")}

    def lock(fn: object, name: str) -> None:
        r = fn.reg(f"r{name}")  # type: ignore[attr-defined]
        address = e.addr(items[name], build.program.data_model.pointer)
        free = ops.Await(e.eq(e.var(r), i32(0)))
        fn.atomic(ops.Load(r, address), free, ops.Store(address, i32(1)))  # type: ignore[attr-defined]

    worker = build.function("worker")
    for name in order:
        lock(worker, name)
    for name in order:
        worker.store(items[name], 0)
    worker.ret()
    main = build.function("main")
    handle = main.spawn("worker")
    for name in ("m", "n"):
        lock(main, name)
    for name in ("m", "n"):
        main.store(items[name], 0)
    main.join(handle)
    main.ret()
    return build.program


def test_deadlock() -> None:
    result, _ = check(crossing(("n", "m")), DEADLOCK)
    assert isinstance(result, Unsafe) and "thread 0" in result.message and "thread 1" in result.message
    assert isinstance(check(crossing(("m", "n")), DEADLOCK)[0], Safe)
    assert isinstance(check(crossing(("n", "m")), UNREACH)[0], Safe), "a deadlock is no violation of another property"


def test_a_diverging_thread_is_no_deadlock() -> None:
    build = Build()
    x = build.object("x")
    waiter = build.function("waiter")
    r = waiter.reg("r")
    waiter.atomic(ops.Load(r, waiter.address(x)), ops.Await(e.eq(e.var(r), i32(1))))
    waiter.ret()
    main = build.function("main")
    main.spawn("waiter")
    main.goto(main.here, back=True)
    assert isinstance(check(build.program, DEADLOCK)[0], Safe)


@pytest.mark.parametrize(("first", "second", "race"), [(False, False, True), (True, False, True), (True, True, False)])
def test_races_and_atomic_accesses(first: bool, second: bool, race: bool) -> None:
    build = Build()
    x = build.object("x")
    worker = build.function("worker")
    worker.store(x, 1, first)
    worker.ret()
    main = build.function("main")
    main.spawn("worker")
    r = main.reg("r")
    main.load(r, x, second)
    main.ret()
    result, _ = check(build.program, RACE)
    assert isinstance(result, Unsafe) is race
    if isinstance(result, Unsafe):
        assert "writes x" in result.message and "reads x" in result.message
        assert {turn.thread for turn in result.schedule[-2:]} == {0, 1}


def test_reads_and_ordered_accesses_do_not_race() -> None:
    build = Build()
    x = build.object("x")
    worker = build.function("worker")
    r = worker.reg("r")
    worker.load(r, x)
    worker.ret()
    main = build.function("main")
    main.store(x, 1)
    handle = main.spawn("worker")
    r = main.reg("r")
    main.load(r, x)
    main.join(handle)
    main.store(x, 2)
    main.ret()
    assert isinstance(check(build.program, RACE)[0], Safe)


def test_neighbouring_bytes_do_not_race() -> None:
    for offset, race in ((4, False), (3, True)):
        build = Build()
        x = build.object("x", size=8)
        worker = build.function("worker")
        worker.store(x, 1)
        worker.ret()
        main = build.function("main")
        main.spawn("worker")
        main.store(e.add(main.address(x), e.const(build.program.data_model.pointer, offset)), 1)
        main.ret()
        assert isinstance(check(build.program, RACE)[0], Unsafe) is race


def test_racing_steps_must_agree_on_undecided_inputs() -> None:
    """The threads write the two elements of an array, which one of them depends on the same input: never the same element."""
    for same in (False, True):
        build = Build()
        array, flag = build.object("array", size=8), build.object("flag", U8, 1)
        for name in ("one", "other"):
            fn = build.function(name)
            r = fn.reg("r", U8)
            fn.load(r, flag)
            bit = e.land(e.var(r), e.const(U8, 1))
            index = bit if same or name == "one" else e.sub(e.const(U8, 1), bit)
            fn.store(e.add(fn.address(array), e.mul(e.cast(P32, index), e.const(P32, 4))), 1)
            fn.ret()
        main = build.function("main")
        r = main.reg("r", U8)
        main.do(ops.Havoc(r, ops.Origin.INPUT, "nondet"))
        main.store(flag, e.var(r))
        main.spawn("one")
        main.spawn("other")
        main.ret()
        assert isinstance(check(build.program, RACE)[0], Unsafe) is same


def test_lowered_programs_and_their_races() -> None:
    build = Build()
    x = build.cell("x", I32)
    worker = build.function("worker")
    r = worker.reg("r")
    worker.do(ops.Assign(r, e.var(x)))
    worker.do(ops.Assign(x, e.add(e.var(r), i32(1))))
    worker.do(ops.ThreadExit())
    main = build.function("main")
    for handle in [main.spawn("worker") for _ in range(2)]:
        main.join(handle)
    main.do(ops.Check(e.eq(e.var(x), i32(2)), "reach-error"))
    main.do(ops.Halt())
    assert isinstance(check(build.program)[0], Unsafe)
    assert isinstance(check(build.program, RACE)[0], Unsafe)


def counting_inputs(limit: int, in_thread: bool) -> Program:
    """Counts how often an input says so, modulo 5, in a local loop that another input ends; fails if the count is `limit`."""
    build = Build()
    x = build.object("x")
    fn = build.function("worker" if in_thread else "main")
    count, more = fn.reg("count"), fn.reg("more", BOOL)
    fn.do(ops.Assign(count, i32(0)))
    head = fn.here
    fn.do(ops.Havoc(more, ops.Origin.INPUT, "nondet"))
    yes, no = fn.split(e.var(more))
    fn.here = yes
    fn.do(ops.Assign(count, e.binary("rem", e.add(e.var(count), i32(1)), i32(5))))
    fn.goto(head, back=True)
    fn.here = no
    fn.fail_unless(e.ne(e.var(count), i32(limit)))
    fn.store(x, e.var(count))
    fn.ret()
    if in_thread:
        main = build.function("main")
        main.join(main.spawn("worker"))
        main.ret()
    return build.program


@pytest.mark.parametrize("in_thread", [False, True])
@pytest.mark.parametrize("search", ["bfs", "dfs"])
def test_local_loops_over_inputs_are_enumerated(in_thread: bool, search: str) -> None:
    """They need no visible operation to be found repeating, and count as one turn."""
    result, _ = check(counting_inputs(4, in_thread), search=search)
    assert isinstance(result, Unsafe)
    assert [turn.inputs for turn in result.schedule if turn.inputs] == [(True,) * 4 + (False,)]
    replay(counting_inputs(4, in_thread), result)
    result, counters = check(counting_inputs(5, in_thread), search=search)
    assert isinstance(result, Safe) and counters["states"] < 40


def test_a_thread_in_a_local_loop_over_inputs_is_no_deadlock() -> None:
    """It may leave the loop; main waits for it until then."""
    result, _ = check(counting_inputs(7, True), DEADLOCK)
    assert isinstance(result, Safe)
