"""Memory: bytes, bounds, life and death of objects, addresses."""

from __future__ import annotations

import pytest

from tests.unit.ir.interp.build import Build, Fn, i32
from tests.unit.ir.interp.run import machine_of, taken, walk
from threadproof.ir import addresses
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.interp import State
from threadproof.ir.interp.outcome import CutOff, Halted, Next, Undefined, Violation
from threadproof.ir.layout import ArrayOf
from threadproof.ir.program import Init
from threadproof.ir.types import F32, I16, I32, P32, U8, U32


def p32(value: int) -> e.Expr:
    return e.const(P32, value)


def alloc(main: Fn, name: str, size: int, stack: bool = False, zeroed: bool = False) -> Variable:
    pointer = main.reg(name, P32)
    main.do(ops.Alloc(pointer, e.const(U32, size), stack, name, None, zeroed))
    return pointer


def final(build: Build, property: str = "unreach-call") -> State:
    """The state before main returns."""
    machine = machine_of(build.program, property)
    outcome = walk(machine)
    while isinstance(outcome, Next):
        state, outcome = outcome.state, walk_on(machine, outcome.state)
    assert isinstance(outcome, Halted), outcome
    return state


def walk_on(machine: object, state: State) -> object:
    from threadproof.ir.interp import Given

    return machine.step(state, 0, Given())  # type: ignore[attr-defined]


def test_little_endian_bytes_and_partial_writes() -> None:
    build = Build()
    x = build.object("x", value=0x01020304)
    y = build.object("y")
    main = build.function("main")
    main.do(ops.Store(e.add(main.address(x), p32(1)), e.const(U8, 0xFF)))
    half = main.reg("half", I16)
    main.do(ops.Load(half, e.add(main.address(x), p32(1))))
    main.store(y, e.cast(I32, e.var(half)))
    main.ret()
    state = final(build)
    assert state.cells[0] == bytes([0x04, 0xFF, 0x02, 0x01])
    assert int.from_bytes(state.cells[1], "little", signed=True) == 0x02FF


def test_initial_values_with_addresses() -> None:
    build = Build()
    x = build.object("x", value=7)
    item = build.object("p", P32)
    object.__setattr__(item, "init", (Init(0, e.add(e.addr(x, P32), p32(0))),))
    y = build.object("y")
    main = build.function("main")
    pointer, r = main.reg("pointer", P32), main.reg("r")
    main.load(pointer, item)
    main.load(r, e.var(pointer))
    main.store(y, e.var(r))
    main.ret()
    assert int.from_bytes(final(build).cells[2], "little") == 7


def test_floats_in_memory() -> None:
    build = Build()
    x = build.object("x", F32)
    main = build.function("main")
    r = main.reg("r", F32)
    main.store(x, e.const(F32, 1.5))
    main.load(r, x)
    main.store(x, e.binary("mul", e.var(r), e.const(F32, -2.0)))
    main.ret()
    assert final(build).cells[0] == bytes.fromhex("000040c0")


@pytest.mark.parametrize("offset", [-1, 4, 1, 1000, 1 << 20])
def test_out_of_bounds(offset: int) -> None:
    build = Build()
    x = build.object("x")
    build.object("y")
    main = build.function("main")
    main.store(e.add(main.address(x), p32(offset)), 1)
    main.ret()
    found = walk(machine_of(build.program), 0)
    assert isinstance(found, Undefined) and found.kind == "invalid-deref"
    assert isinstance(walk(machine_of(build.program, "valid-memsafety"), 0), Violation)


def test_null_functions_and_constants_cannot_be_written() -> None:
    build = Build()
    text = build.object("text", constant=True, value=5)
    y = build.object("y")
    main = build.function("main")
    r = main.reg("r")
    main.load(r, text)
    main.store(y, e.var(r))
    for target in (p32(0), e.addr(main.function, P32), e.addr(text, P32)):
        other = build.function(f"f{target.payload}")
        other.store(target, 1)
        other.ret()
        main.spawn(other.function.name)
    main.ret()
    for thread in (1, 2, 3):
        assert isinstance(walk(machine_of(build.program), 0, 0, 0, 0, 0, thread), Undefined)
    assert int.from_bytes(taken(walk(machine_of(build.program), 0, 0)).cells[0], "little") == 5


def test_heap_life() -> None:
    build = Build()
    main = build.function("main")
    p = alloc(main, "p", 8)
    main.store(e.var(p), 1)
    main.do(ops.Free(e.var(p)))
    main.store(e.var(p), 2)
    main.ret()
    machine = machine_of(build.program)
    assert len(taken(walk(machine, 0)).blocks) == 1
    assert taken(walk(machine, 0, 0)).blocks == ()
    assert isinstance(walk(machine, 0, 0, 0), Undefined)


def test_free_of_null_is_nothing_and_of_anything_else_undefined() -> None:
    for target, kind in ((p32(0), Next), (p32(4), Undefined)):
        build = Build()
        main = build.function("main")
        main.do(ops.Free(target))
        main.ret()
        assert isinstance(walk(machine_of(build.program), 0), kind)
    build = Build()
    main = build.function("main")
    p = alloc(main, "p", 8)
    main.do(ops.Free(e.add(e.var(p), p32(4))))
    main.ret()
    assert isinstance(walk(machine_of(build.program), 0), Undefined)
    assert isinstance(walk(machine_of(build.program, "valid-memsafety"), 0), Violation)


def test_a_dangling_pointer_keeps_its_address_from_being_used_again() -> None:
    for keep in (True, False):
        build = Build()
        x = build.object("x", P32)
        y = build.object("y", P32)
        main = build.function("main")
        p = alloc(main, "p", 8)
        if keep:
            main.store(x, e.var(p))
        main.do(ops.Free(e.var(p)))
        q = alloc(main, "q", 8)
        main.store(y, e.var(q))
        main.ret()
        first, second = (int.from_bytes(cell, "little") for cell in final(build).cells)
        assert (first == second) is False
        if not keep:
            space = machine_of(build.program).space
            assert second == space.zones.object_at(space.first_dynamic)


def test_stack_objects_die_with_their_function() -> None:
    build = Build()
    function = build.function("f")
    p = alloc(function, "local", 4, stack=True)
    function.store(e.var(p), 3)
    function.ret(e.var(p))
    main = build.function("main")
    r = main.reg("r", P32)
    main.do(ops.Call(r, e.addr(function.function, P32), ()))
    main.store(e.var(r), 1)
    main.ret()
    machine = machine_of(build.program)
    assert taken(walk(machine, 0)).blocks == ()
    assert isinstance(walk(machine, 0, 0), Undefined)


def test_thread_local_objects() -> None:
    build = Build()
    local = build.object("local", thread_local=True, value=5)
    x = build.object("x")
    worker = build.function("worker")
    r = worker.reg("r")
    worker.load(r, local)
    worker.store(local, e.add(e.var(r), i32(1)))
    worker.load(r, local)
    worker.store(x, e.var(r))
    worker.ret()
    main = build.function("main")
    main.spawn("worker")
    r = main.reg("r")
    main.load(r, local)
    main.store(x, e.var(r))
    main.ret()
    machine = machine_of(build.program)
    state = taken(walk(machine, 0, 1, 1, 1, 1))
    assert int.from_bytes(state.cells[0], "little") == 6
    assert len(state.blocks) == 1, "the worker's copy is gone"
    state = taken(walk(machine, 0, 1, 1, 0, 0))
    assert int.from_bytes(state.cells[0], "little") == 5


def test_object_size_and_large_objects() -> None:
    build = Build()
    x = build.object("x", U32)
    main = build.function("main")
    p = alloc(main, "p", 200_000, zeroed=True)
    size, r = main.reg("size", U32), main.reg("r")
    main.do(ops.ObjectSize(size, e.var(p)))
    main.store(x, e.var(size))
    main.load(r, e.add(e.var(p), p32(199_996)))
    main.store(x, e.add(e.var(size), e.cast(U32, e.var(r))))
    alloc(main, "huge", 1 << 30)
    main.ret()
    machine = machine_of(build.program)
    assert int.from_bytes(taken(walk(machine, 0, 0, 0)).cells[0], "little") == 200_000
    assert isinstance(walk(machine, 0, 0, 0, 0), CutOff)


def test_arenas_make_addresses_independent_of_the_schedule() -> None:
    build = Build()
    x = build.object("x", ArrayOf(P32, 3, 4), 12)
    for number in (1, 2):
        worker = build.function(f"worker{number}")
        worker.do(ops.Store(e.add(worker.address(x), p32(8)), p32(0)))
        p = alloc(worker, "p", 4)
        worker.store(e.add(worker.address(x), p32(4 * number - 4)), e.var(p))
        worker.ret()
    main = build.function("main")
    main.spawn("worker1")
    main.spawn("worker2")
    main.do(ops.ThreadExit())
    machine = machine_of(build.program)
    assert (
        taken(walk(machine, 0, 0, 1, 1, 2, 2)) == taken(walk(machine, 0, 0, 2, 2, 1, 1)) == taken(walk(machine, 0, 0, 1, 2, 2, 1))
    )


def test_addresses_are_apart_and_fixed() -> None:
    build = Build()
    items = [build.object(f"x{n}", size=size) for n, size in enumerate((0, 1, 4, 40_000, 70_000, 65_536))]
    build.function("main").ret()
    space = addresses.assign(build.program)
    spans = [(space.of[item], item.size) for item in items]
    assert len({space.zones.start(first) for first, _ in spans}) == len(spans)
    for first, size in spans:
        assert space.zones.object_at(first) == first
        for edge in (first, first + size):  # one byte before, and one behind, are still told from the neighbours'
            assert space.zones.displaced(edge, 1) == edge + 1 and space.zones.displaced(edge, -1) == edge - 1
    small = [first for first, size in spans if size <= 4]
    assert small == sorted(small)
    assert spans[0][0] > max(space.functions) and addresses.assign(build.program).of == space.of
