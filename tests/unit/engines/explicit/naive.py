"""Random tiny programs, and what they can do, found without anything of threadproof: every operation is a scheduling point.

A thread is a list of instructions over its registers a, b and the globals x, y. The same list is translated to the intermediate
representation, where local operations are merged into steps; both must agree on everything observable.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.unit.ir.interp.build import Build, Fn, i32
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.program import MemoryObject, Program
from threadproof.ir.types import BOOL, I32

Instruction = tuple  # (kind, ...)
REGISTERS, GLOBALS = ("a", "b"), ("x", "y")


@dataclass
class Tiny:
    threads: list[list[Instruction]]  # the first one is main, which creates all others before
    joins: bool  # whether main waits for the others before its own instructions


def generate(random_: random.Random) -> Tiny:
    count = random_.choice((1, 2, 2))
    threads = [block(random_, random_.randint(1, 4), False) for _ in range(count + 1)]
    return Tiny(threads, random_.random() < 0.4)


def block(random_: random.Random, length: int, atomic: bool) -> list[Instruction]:
    found: list[Instruction] = []
    for _ in range(length):
        r, g, c = random_.choice(REGISTERS), random_.choice(GLOBALS), random_.randint(0, 2)
        kinds = ["load", "load", "store", "store", "add", "check", "havoc", "skip"]
        kinds += ["await"] if atomic else ["atomic", "atomic", "assume", "halt", "exit"]
        kind = random_.choice(kinds)
        match kind:
            case "load" | "store":
                found.append((kind, r, g, random_.random() < 0.3))
            case "atomic":
                found.append((kind, tuple(block(random_, random_.randint(1, 3), True))))
            case "havoc" | "halt" | "exit":
                found.append((kind, r))
            case _:
                found.append((kind, r, c))
    return found


# -- translation -------------------------------------------------------------------------------------------------------


def translate(tiny: Tiny) -> Program:
    build = Build()
    items = {name: build.object(name) for name in GLOBALS}
    for number, instructions in enumerate(tiny.threads[1:], 1):
        worker = build.function(f"worker{number}")
        body(worker, instructions, items)
        worker.ret()
    main = build.function("main")
    handles = [main.spawn(f"worker{number}") for number in range(1, len(tiny.threads))]
    for handle in handles if tiny.joins else ():
        main.join(handle)
    body(main, tiny.threads[0], items)
    main.ret()
    return build.program


def body(fn: Fn, instructions: list[Instruction], items: dict[str, MemoryObject]) -> None:
    registers = {name: fn.reg(name) for name in REGISTERS}
    for variable in registers.values():
        fn.do(ops.Assign(variable, i32(0)))
    statements(fn, instructions, items, registers)


def statements(fn: Fn, instructions: list[Instruction], items: dict[str, MemoryObject], registers: dict[str, e.Variable]) -> None:
    skips: list[tuple[int, int]] = []  # (index to go on at, location to come from)
    for index, (kind, *rest) in enumerate(instructions):
        for target, location in [skip for skip in skips if skip[0] == index]:
            fn.edge(location, fn.here, ops.Skip())
            skips.remove((target, location))
        if kind == "atomic":
            fn.do(ops.AtomicBegin())
            statements(fn, list(rest[0]), items, registers)
            fn.do(ops.AtomicEnd())
            continue
        r = registers[rest[0]]
        if kind == "skip":
            yes, fn.here = fn.split(e.eq(e.var(r), i32(rest[1])))
            skips.append((index + 2, yes))
        else:
            simple(fn, kind, r, rest, items)
    for _, location in skips:
        fn.edge(location, fn.here, ops.Skip())


def simple(fn: Fn, kind: str, r: e.Variable, rest: list, items: dict[str, MemoryObject]) -> None:  # type: ignore[type-arg]
    match kind:
        case "load":
            fn.load(r, items[rest[1]], rest[2])
        case "store":
            fn.store(items[rest[1]], e.var(r), rest[2])
        case "add":
            fn.do(ops.Assign(r, e.add(e.var(r), i32(rest[1] + 1))))
        case "check":
            fn.fail_unless(e.ne(e.var(r), i32(rest[1] + 1)))
        case "havoc":
            flag = fn.reg("flag", BOOL)
            fn.do(ops.Havoc(flag, ops.Origin.INPUT, "nondet"))
            fn.do(ops.Assign(r, e.cast(I32, e.var(flag))))
        case "await":
            fn.do(ops.Await(e.eq(e.var(r), i32(rest[1]))))
        case "assume":
            fn.do(ops.Assume(e.eq(e.var(r), i32(rest[1])), False))
        case "halt":
            fn.do(ops.Halt())
        case "exit":
            fn.do(ops.ThreadExit())


# -- what it can do ----------------------------------------------------------------------------------------------------

Accesses = frozenset  # of (global, writes, atomic)


@dataclass
class Behaviour:
    violation: bool = False
    deadlock: bool = False
    race: bool = False
    finals: set[tuple[int, int]] = field(default_factory=set)


@dataclass(frozen=True)
class Local:
    at: int  # next instruction; -1: not created yet, -2: ended
    a: int = 0
    b: int = 0


class Naive:
    """Enumerates all interleavings of single instructions."""

    def __init__(self, tiny: Tiny) -> None:
        self.tiny = tiny
        self.found = Behaviour()
        self.seen: set[object] = set()
        workers = len(tiny.threads) - 1
        # main first creates the workers, one after the other, and may then wait for each
        self.prologue = workers * (2 if tiny.joins else 1)
        self.visit((Local(0), *(Local(-1) for _ in range(workers))), (0, 0))

    def visit(self, threads: tuple[Local, ...], memory: tuple[int, int]) -> None:
        if (threads, memory) in self.seen:
            return
        self.seen.add((threads, memory))
        moves = {n: list(self.moves(n, threads, memory)) for n in range(len(threads)) if threads[n].at >= 0}
        if not moves:
            self.found.finals.add(memory)
        elif not any(moves.values()):
            self.found.deadlock = True
        for one in moves:
            for other in moves:
                if one < other:
                    pairs = ((p, q) for _, _, first in moves[one] for _, _, second in moves[other] for p in first for q in second)
                    if any(p[0] == q[0] and (p[1] or q[1]) and not (p[2] and q[2]) for p, q in pairs):
                        self.found.race = True
        for successors in moves.values():
            for after, new, _ in successors:
                if after is None:
                    self.end(new)
                else:
                    self.visit(after, new)

    def end(self, memory: object) -> None:
        if memory == "violation":
            self.found.violation = True
        elif memory != "discarded":
            self.found.finals.add(memory)  # type: ignore[arg-type]

    def moves(self, n: int, threads: tuple, memory: tuple) -> object:  # type: ignore[type-arg]
        """(threads, memory, accesses) after one instruction; None instead of threads: the execution ends."""
        local = threads[n]
        at = local.at - self.prologue if n == 0 else local.at
        workers = len(threads) - 1
        if at < 0:
            step = local.at
            if step < workers:
                created = tuple(Local(0) if k == step + 1 else t for k, t in enumerate(threads))
                yield (Local(step + 1), *created[1:]), memory, Accesses()
            elif threads[step - workers + 1].at == -2:
                yield (Local(step + 1), *threads[1:]), memory, Accesses()
            return
        if at >= len(self.tiny.threads[n]):
            yield (None, memory, Accesses()) if n == 0 else (self.put(threads, n, Local(-2)), memory, Accesses())
            return
        kind = self.tiny.threads[n][at][0]
        if kind == "halt":
            yield None, memory, Accesses()
        elif kind == "exit":
            yield self.put(threads, n, Local(-2)), memory, Accesses()
        else:
            for jump, values, new, accesses in execute(self.tiny.threads[n][at], {"a": local.a, "b": local.b}, memory, False):
                if values is None:
                    yield None, new, accesses
                else:
                    yield self.put(threads, n, Local(local.at + jump, values["a"], values["b"])), new, accesses

    def put(self, threads: tuple, n: int, local: Local) -> tuple:  # type: ignore[type-arg]
        return (*threads[:n], local, *threads[n + 1 :])


def execute(instruction: Instruction, registers: dict, memory: tuple, atomic: bool) -> object:  # type: ignore[type-arg]
    """(how far to go on, registers, memory, accesses); nothing if it is blocked; None for registers: the execution ends."""
    kind, r, *rest = instruction
    none = Accesses()
    match kind:
        case "load":
            place = GLOBALS.index(rest[0])
            yield 1, {**registers, r: memory[place]}, memory, Accesses({(rest[0], False, atomic or rest[1])})
        case "store":
            new = tuple(registers[r] if name == rest[0] else memory[k] for k, name in enumerate(GLOBALS))
            yield 1, registers, new, Accesses({(rest[0], True, atomic or rest[1])})
        case "add":
            yield 1, {**registers, r: registers[r] + rest[0] + 1}, memory, none
        case "check":
            yield (1, registers, memory, none) if registers[r] != rest[0] + 1 else (1, None, "violation", none)
        case "assume":
            yield (1, registers, memory, none) if registers[r] == rest[0] else (1, None, "discarded", none)
        case "await":
            if registers[r] == rest[0]:
                yield 1, registers, memory, none
        case "havoc":
            for value in (0, 1):
                yield 1, {**registers, r: value}, memory, none
        case "skip":
            yield 2 if registers[r] == rest[0] else 1, registers, memory, none
        case "atomic":
            yield from atomically(instruction[1], 0, registers, memory, none)


def atomically(inner: tuple, at: int, registers: dict, memory: tuple, so_far: Accesses) -> object:  # type: ignore[type-arg]
    if at >= len(inner):
        yield 1, registers, memory, so_far
        return
    for jump, values, new, accesses in execute(inner[at], registers, memory, True):  # type: ignore[attr-defined]
        if values is None:
            yield 1, None, new, so_far | accesses
        else:
            yield from atomically(inner, at + jump, values, new, so_far | accesses)  # type: ignore[misc]
