"""What a thread of a view can do: single steps, and atomic blocks as one. A view has main in slot 0 and other threads
in slots 1 to 3; the slots of the others do not matter to a thread (`anonymous`).
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.interp.control import ControlEvent, ControlEventKind
from threadproof.ir.program import Program
from threadproof.ir.uses import op_changed
from threadproof.records import dataclass
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import END, HALTED, Control, StepFailure, System, SystemStep

At = tuple[int, int]
Key = tuple[At, At, At]
"""Control of a view: main, and two threads in ascending order; a thread that is missing is NO_THREAD."""

NO_THREAD: At = (-1, END)
SLOTS = 4  # main and three threads
PATHS = 500  # paths through one atomic block


class TooComplex(Exception):
    """An atomic block that cannot be taken as one step."""


@dataclass(frozen=True, slots=True, eq=False)
class SlotMove:
    """One step, or a whole atomic block, of the thread in a slot."""

    slot: int
    ops: tuple[ops.DataOp, ...]
    at: At
    born: tuple[At, ...]  # threads that it creates; their slots follow SLOTS - 1
    failure: StepFailure | None
    writes: frozenset[Variable]  # shared variables


class SlotMoves:
    """What the thread in a slot can do, by its place."""

    def __init__(self, program: Program) -> None:
        self.system = System(program, scheduler_of(program), SLOTS + 64)
        self._moves: dict[tuple[int, At], tuple[SlotMove, ...]] = {}
        scheduler = self.system.scheduler
        everyone = scheduler.start()
        for slot in range(1, SLOTS):
            everyone = scheduler.advance(everyone, ControlEvent(ControlEventKind.SPAWNED, slot))
        self._alone = []
        for slot in range(SLOTS):
            alone = everyone
            for other in range(SLOTS):
                if other != slot:
                    alone = scheduler.advance(alone, ControlEvent(ControlEventKind.ENDED, other))
            self._alone.append(alone)

    def of(self, slot: int, at: At) -> tuple[SlotMove, ...]:
        found = self._moves.get((slot, at))
        if found is None:
            found = () if at[1] == END else tuple(self._compute(slot, at))
            self._moves[slot, at] = found
        return found

    def all(self) -> Iterator[SlotMove]:
        """The moves of every place, main in slot 0 and the others in slot 1."""
        main = self.system.initial.at[0][0]
        for template, outgoing in enumerate(self.system.outgoing):
            for location in outgoing:
                yield from self.of(0 if template == main else 1, (template, location))

    def _compute(self, slot: int, at: At) -> Iterator[SlotMove]:
        places = [NO_THREAD] * SLOTS
        places[slot] = at
        stack: list[tuple[Control, tuple[SystemStep, ...]]] = [(Control(self._alone[slot], tuple(places)), ())]
        paths = 0
        while stack:
            control, path = stack.pop()
            for step in self.system.steps(control):
                if step.thread != slot:
                    continue
                target = step.target
                if target.depth and step.failure is None and target is not HALTED:
                    if any(before.edge is step.edge for before in path):
                        raise TooComplex("a loop inside an atomic block")
                    stack.append((target, (*path, step)))
                    continue
                paths += 1
                if paths > PATHS:
                    raise TooComplex("too many paths through an atomic block")
                yield from self._move(slot, (*path, step))

    def _move(self, slot: int, path: tuple[SystemStep, ...]) -> Iterator[SlotMove]:
        done = tuple(op for step in path for op in step.ops)
        last = path[-1]
        if last.target is HALTED and last.failure is None:
            return  # the program ends here
        writes = set()
        for op in done:
            target = op_changed(op)
            if target is not None and target.shared:
                writes.add(target)
        at = last.target.at[slot] if last.failure is None else NO_THREAD
        born = last.target.at[SLOTS:] if last.failure is None else ()
        yield SlotMove(slot, done, at, born, last.failure, frozenset(writes))
