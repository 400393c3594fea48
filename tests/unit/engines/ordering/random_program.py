"""Random straight-line programs over a few shared variables, as order problems, and what their interleavings can do.

A thread is a list of steps; a step is a list of accesses that happen at once (more than one: an atomic block). An access reads a
variable into a fresh register, or writes a register plus a constant (modulo 2**BITS); a write may happen only if a register has a
value. The question is whether all registers of `target` can have the values given there. This is the encoder's work in small,
written for the tests.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

from threadproof.events.problem import Clause, Literal, Problem, Reads, Rival

BITS = 2
VALUES = 1 << BITS


@dataclass(frozen=True)
class Read:
    variable: int
    register: int


@dataclass(frozen=True)
class Write:
    variable: int
    register: int  # -1: only the constant
    constant: int
    guard: tuple[int, int] | None  # register, value


Step = list[Read | Write]


@dataclass
class Program:
    threads: list[list[Step]]
    variables: int
    registers: int
    target: dict[int, int]


def generate(random_: random.Random, threads: int, steps: int, variables: int) -> Program:
    registers = 0
    found: list[list[Step]] = []
    for _ in range(threads):
        own: list[int] = []
        thread: list[Step] = []
        for _ in range(steps):
            step: Step = []
            for variable in random_.sample(range(variables), min(variables, random_.choice((1, 1, 1, 2)))):
                kind = random_.choice(("read", "write", "both"))
                if kind != "write":
                    step.append(Read(variable, registers))
                    own.append(registers)
                    registers += 1
                if kind != "read":
                    guard = (random_.choice(own), random_.randrange(VALUES)) if own and random_.random() < 0.25 else None
                    source = random_.choice(own) if own and random_.random() < 0.6 else -1
                    step.append(Write(variable, source, random_.randrange(VALUES), guard))
            thread.append(step)
        found.append(thread)
    chosen = random_.sample(range(registers), min(registers, random_.randint(1, 2 + registers // 3)))
    return Program(found, variables, registers, {register: random_.randrange(VALUES) for register in chosen})


def outcomes(program: Program) -> set[tuple[int, ...]]:
    """The final registers of every interleaving."""
    start = (tuple(0 for _ in program.threads), (0,) * program.variables, (0,) * program.registers)
    seen, todo, final = {start}, [start], set()
    while todo:
        places, memory, registers = todo.pop()
        ended = True
        for thread, place in enumerate(places):
            if place == len(program.threads[thread]):
                continue
            ended = False
            cells, own = list(memory), list(registers)
            for access in program.threads[thread][place]:
                if isinstance(access, Read):
                    own[access.register] = cells[access.variable]
                elif access.guard is None or own[access.guard[0]] == access.guard[1]:
                    value = (0 if access.register < 0 else own[access.register]) + access.constant
                    cells[access.variable] = value % VALUES
            state = ((*places[:thread], place + 1, *places[thread + 1 :]), tuple(cells), tuple(own))
            if state not in seen:
                seen.add(state)
                todo.append(state)
        if ended:
            final.add(registers)
    return final


def reachable(program: Program) -> bool:
    return any(all(final[register] == value for register, value in program.target.items()) for final in outcomes(program))


class Encoder:
    """Values are one-hot: literal `value[register][v]`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.count = 0
        self.clauses: list[Clause] = []
        self.values = [self.one_hot() for _ in range(program.registers)]
        self.nodes: list[Step] = [[Write(variable, -1, 0, None) for variable in range(program.variables)]]
        self.fixed: list[int] = []
        for thread in program.threads:
            self.nodes += thread
        last = 1
        after = {0: sum(1 << node for node in range(1, len(self.nodes)))}
        for thread in program.threads:
            for index in range(len(thread)):
                after[last + index] = sum(1 << node for node in range(last + index + 1, last + len(thread)))
            last += len(thread)
        self.fixed = [after[node] for node in range(len(self.nodes))]

    def fresh(self) -> int:
        self.count += 1
        return self.count

    def one_hot(self) -> list[int]:
        found = [self.fresh() for _ in range(VALUES)]
        self.clauses.append(list(found))
        self.clauses += [[-a, -b] for a, b in itertools.combinations(found, 2)]
        return found

    def guard(self, write: Write) -> tuple[Literal, ...]:
        return () if write.guard is None else (self.values[write.guard[0]][write.guard[1]],)

    def equal(self, condition: Literal, read: Read, write: Write) -> None:
        for value in range(VALUES):
            target = self.values[read.register][(value + write.constant) % VALUES]
            if write.register >= 0:
                self.clauses.append([-condition, -self.values[write.register][value], target])
            elif value == 0:
                self.clauses.append([-condition, target])

    def problem(self) -> Problem:
        reads: list[Reads] = []
        last = {}  # the last write of each node to each variable
        for node, step in enumerate(self.nodes):
            for access in step:
                if isinstance(access, Write):
                    last[node, access.variable] = access
        for node, step in enumerate(self.nodes):
            for access in step:
                if isinstance(access, Read):
                    reads += self.candidates(node, access, last)
        for register, value in self.program.target.items():
            self.clauses.append([self.values[register][value]])
        return Problem(self.count, self.clauses, len(self.nodes), self.fixed, reads)

    def candidates(self, node: int, read: Read, last: dict[tuple[int, int], Write]) -> list[Reads]:
        writers = {n: w for (n, v), w in last.items() if v == read.variable and n != node and not self.fixed[node] >> n & 1}
        rivals = tuple(Rival(n, self.guard(w)) for (n, v), w in last.items() if v == read.variable)
        found = []
        for source, write in writers.items():
            literal = self.fresh()
            found.append(Reads(literal, source, node, tuple(rival for rival in rivals if rival.node != source)))
            self.clauses += [[-literal, condition] for condition in self.guard(write)]
            self.equal(literal, read, write)
        self.clauses.append([candidate.literal for candidate in found])
        return found
