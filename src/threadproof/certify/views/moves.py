"""What a thread can do from where it is, when the others do nothing: a step, or an atomic block as one.

The thread is one of four in a system of main and three others; where the others are does not matter to its steps, since
there are no joins (`certify.views.anonymous`). Threads that it creates are numbered after these four. A path through an
atomic block ends where the block does, where its thread or the program does, or where it fails. Blocks with loops or
with too many paths are refused.
"""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.evidence.graph import Place
from threadproof.ir import op as ops
from threadproof.ir.interp.control import ControlEvent, ControlEventKind
from threadproof.records import dataclass
from threadproof.sched.system import END, HALTED, Control, StepFailure, System, SystemStep

THREADS = 4
PATHS = 2000  # through one atomic block
NOWHERE: Place = (END, END)


class NotOneStep(Exception):
    """An atomic block that is not checked as one step."""


@dataclass(frozen=True, slots=True, eq=False)
class ThreadMove:
    """`to` is where the thread is afterwards; `born` are the places of threads THREADS, THREADS + 1, ... that it creates. None of
    this matters if it fails."""

    thread: int
    ops: tuple[ops.DataOp, ...]
    to: Place
    born: tuple[Place, ...]
    failure: StepFailure | None
    start: Pos  # for messages


class ThreadMoves:
    def __init__(self, system: System) -> None:
        self.system = system
        self._scheduler = system.scheduler.start()
        for thread in range(1, THREADS):
            self._scheduler = system.scheduler.advance(self._scheduler, ControlEvent(ControlEventKind.SPAWNED, thread))
        self._known: dict[tuple[int, Place], tuple[ThreadMove, ...]] = {}

    def of(self, thread: int, place: Place) -> tuple[ThreadMove, ...]:
        """Steps that end the whole program without a failure are left out: nothing follows them."""
        key = (thread, place)
        if key not in self._known:
            self._known[key] = self._enumerate(thread, place)
        return self._known[key]

    def _enumerate(self, thread: int, place: Place) -> tuple[ThreadMove, ...]:
        found: list[ThreadMove] = []
        waiting: list[tuple[Control, tuple[SystemStep, ...]]] = [(Control(self._scheduler, (place,) * THREADS), ())]
        while waiting:
            control, path = waiting.pop()
            for step in self.system.thread_steps(control, thread):
                target = step.target
                if step.failure is None and target is not HALTED and target.depth > 0:
                    if any(earlier.edge is step.edge for earlier in path):
                        raise NotOneStep(f"a loop in an atomic block at {step.edge.pos}")
                    waiting.append((target, (*path, step)))
                elif step.failure is not None or target is not HALTED:
                    found.append(_move(thread, (*path, step)))
            if len(found) + len(waiting) > PATHS:
                raise NotOneStep(f"an atomic block with more than {PATHS} paths in {self.system.templates[place[0]].name}")
        return tuple(found)


def _move(thread: int, path: tuple[SystemStep, ...]) -> ThreadMove:
    last = path[-1]
    done = tuple(op for step in path for op in step.ops)
    if last.failure is not None:
        return ThreadMove(thread, done, NOWHERE, (), last.failure, path[0].edge.pos)
    return ThreadMove(thread, done, last.target.at[thread], last.target.at[THREADS:], None, path[0].edge.pos)
