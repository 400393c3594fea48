"""A path, or several merged ones, on its way through an unrolled thread: guard, registers, and what an open atomic block has
changed.

Two paths that meet become one: a register that differs gets a value that depends on which path was taken. If the guards differ
in complementary conditions only, the merged guard is what they have in common, so guards do not grow with the length of a
program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from threadproof.bitsets import bits
from threadproof.events.arrays import Array, BlastedArrays
from threadproof.events.event import EventNode, Guard, Instance
from threadproof.ir.expr import Variable
from threadproof.ir.types import ArrayType
from threadproof.records import dataclass, field
from threadproof.smt.bitblast import Blaster, Value
from threadproof.smt.gates import FALSE, TRUE, Gates, Literal

Registers = dict[Variable, Value | Array]


@dataclass(slots=True, eq=False)
class ThreadState:
    """`registers` also holds shared variables that no other thread can access now."""

    guard: Guard
    registers: Registers
    alone: bool = False  # main, before the first thread
    depth: int = 0  # of atomic blocks
    atomic: int = 0  # of atomic blocks that the program began, not lowering
    node: EventNode | None = None  # of the open block
    changed: dict[Variable, tuple[Literal, Value]] = field(
        default_factory=dict
    )  # by the open block: if the literal holds, the value
    spawned: tuple[Instance, ...] = ()  # by the open block
    iterations: tuple[int, ...] = ()
    # where dependencies count (`program_order`): the reads (numbers of nodes) that registers, and branches so far depend on
    deps: dict[Variable, int] = field(default_factory=dict)
    branches: int = 0
    recent: int = 0  # the last read

    def copy(self) -> ThreadState:
        return ThreadState(
            self.guard,
            dict(self.registers),
            self.alone,
            self.depth,
            self.atomic,
            self.node,
            dict(self.changed),
            self.spawned,
            self.iterations,
            dict(self.deps),
            self.branches,
            self.recent,
        )


class Merger:
    def __init__(self, gates: Gates, blaster: Blaster, arrays: BlastedArrays, nodes: list[EventNode]) -> None:
        self.gates, self.blaster, self.arrays, self.nodes = gates, blaster, arrays, nodes

    def merge(
        self, states: list[ThreadState], live: Iterable[Variable], default: Callable[[Variable], Value | Array]
    ) -> ThreadState:
        """Of states at one location with the same open block. Registers that are not `live` are dropped; `default` is the value
        of a register that was never set, or of a shared variable that main never wrote."""
        while len(states) > 1:
            a, b = _closest(states)
            states = [state for state in states if state is not a and state is not b]
            wanted = dict.fromkeys(live)
            wanted.update((variable, None) for state in (a, b) for variable in state.registers if variable.shared)
            for state in (a, b):
                for variable in wanted:
                    if variable not in state.registers:
                        state.registers[variable] = default(variable)
            states.append(self._pair(a, b, wanted))
        return states[0]

    def _pair(self, a: ThreadState, b: ThreadState, live: Iterable[Variable]) -> ThreadState:
        common = _common(a.guard, b.guard)
        first, second = self.gates.all(a.guard[common:]), self.gates.all(b.guard[common:])
        select = first if len(a.guard) <= len(b.guard) else -second
        either = self.gates.or_(first, second)
        guard = a.guard[:common] if either == TRUE else (*a.guard[:common], either)
        return ThreadState(
            guard,
            self._registers(select, a.registers, b.registers, live),
            a.alone,
            a.depth,
            a.atomic,
            a.node,
            self._changed(select, a.changed, b.changed),
            tuple(dict.fromkeys(a.spawned + b.spawned)),
            a.iterations,
            {v: self._depends(a, a.deps.get(v, 0), b, b.deps.get(v, 0)) for v in dict.fromkeys((*a.deps, *b.deps))},
            self._depends(a, a.branches, b, b.branches),
            self._depends(a, a.recent, b, b.recent),
        )

    def _depends(self, a: ThreadState, first: int, b: ThreadState, second: int) -> int:
        """What holds on both paths, and what cannot happen on the other one."""
        if first == second:
            return first
        kept = first & second
        for mine, other in ((first & ~second, b.guard), (second & ~first, a.guard)):
            excluded = {-literal for literal in other}
            kept |= sum(1 << n for n in bits(mine) if not excluded.isdisjoint(self.nodes[n].guard))
        return kept

    def _registers(self, select: Literal, a: Registers, b: Registers, live: Iterable[Variable]) -> Registers:
        merged: Registers = {}
        for variable in live:
            x, y = a[variable], b[variable]
            if x is y or x == y:
                merged[variable] = x
            elif isinstance(variable.type, ArrayType):
                merged[variable] = self.arrays.choose(select, x, y)  # type: ignore[arg-type]
            else:
                merged[variable] = self.blaster.ite(select, x, y, variable.type)  # type: ignore[arg-type]
        return merged

    def _changed(
        self, select: Literal, a: dict[Variable, tuple[Literal, Value]], b: dict[Variable, tuple[Literal, Value]]
    ) -> dict[Variable, tuple[Literal, Value]]:
        merged = {}
        for variable in dict.fromkeys((*a, *b)):
            if variable not in a or variable not in b:
                written, value = a.get(variable) or b[variable]
                here = self.gates.and_(written, select if variable in a else -select)
            else:
                here = self.gates.ite(select, a[variable][0], b[variable][0])
                value = self.blaster.ite(select, a[variable][1], b[variable][1], variable.type)
            if here != FALSE:
                merged[variable] = (here, value)
        return merged


def _common(a: Guard, b: Guard) -> int:
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count


def _closest(states: list[ThreadState]) -> tuple[ThreadState, ThreadState]:
    """Whose guards have most in common."""
    if len(states) == 2:
        return states[0], states[1]
    pairs = ((a, b) for i, a in enumerate(states) for b in states[:i])
    return max(pairs, key=lambda pair: _common(pair[0].guard, pair[1].guard))
