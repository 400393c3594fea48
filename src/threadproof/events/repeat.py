"""Stuttering rounds of a loop, which leave the state as it was, are not followed: busy waiting, failed
compare-and-exchanges, spurious wake-ups.

Compare two successive visits of one location of a loop. The round between them can be cut out of an execution, which then goes
on from the first visit as it did from the second, if (1) every register that is still read has the same value; (2) every shared
variable that the round wrote has at its end the value it had before; (3) no other thread accessed such a variable between the
round's first and last write to it; (4) the round created no thread. What others see of those variables is then the same without
the round: outside of the time between the writes, they hold the old value in both executions.

A shortest execution that violates the property, or leaves the unrolled program, contains no such round. So a thread may
stop at the second visit: the guard after it says that (1) or (2) fails, or that the round was disturbed. "Disturbed" is
a literal of its own: it implies that some node of another thread that accesses the variable, and is not blocked, lies
between the writes (`Disturbance`, resolved by the encoder); a thread may also stop where it was disturbed, as it may
stop anywhere. The number of rounds that a waiting thread needs is then limited by what the others do, and the bound is
reached.

Weak memory (`program_order`): a round that writes nothing can be cut out all the same, since fewer reads and fences
are fewer orders; one that writes counts only if it does so in full fences. Where dependencies count, (1) asks for the
same registers, not only for equal values: they would come from other reads.
"""

from __future__ import annotations

from threadproof.events.event import Disturbance, EventNode, Guard, Instance, Window
from threadproof.events.execute import EdgeExecutor
from threadproof.events.program_order import is_full
from threadproof.events.state import Registers, ThreadState
from threadproof.events.world import Unrolling
from threadproof.ir.expr import Variable
from threadproof.ir.types import ArrayType
from threadproof.records import dataclass
from threadproof.smt.bitblast import Value
from threadproof.smt.gates import FALSE, TRUE, Literal


@dataclass(frozen=True, slots=True, eq=False)
class Visit:
    guard: Guard
    registers: Registers
    nodes: int  # of the thread, so far
    threads: int
    changed: dict[Variable, tuple[Literal, Value]]
    stores: int

    @staticmethod
    def of(world: Unrolling, thread: Instance, state: ThreadState) -> Visit:
        stores = len(state.node.stores) if state.node is not None else 0
        return Visit(state.guard, dict(state.registers), len(thread.nodes), len(world.threads), dict(state.changed), stores)


class RepeatedRounds:
    def __init__(self, world: Unrolling, thread: Instance, executor: EdgeExecutor) -> None:
        self.world, self.thread, self.executor = world, thread, executor
        self.gates, self.blaster = world.gates, world.blaster
        self._dependencies = world.model is not None and world.model.dependencies

    def between(self, first: Visit, second: Visit, live: tuple[Variable, ...], state: ThreadState) -> Literal:
        """What must hold for a thread to go on after the second visit (`state` is there)."""
        if first.threads != second.threads or first.changed != second.changed or first.stores != second.stores:
            return TRUE
        met = TRUE  # the first visit took place
        if second.guard[: len(first.guard)] != first.guard:
            met = self.gates.all(sorted(set(first.guard).difference(second.guard)))
        same = self.gates.and_(met, self._unchanged(first.registers, second.registers, live))
        if same == FALSE:
            return TRUE
        nodes = self.thread.nodes[first.nodes : second.nodes]
        written = self._written(nodes, state)
        if written is None:
            return TRUE
        wrote, windows = FALSE, []
        for variable, writes in written.items():
            any_, restored = self._restored(variable, writes)
            same = self.gates.and_(same, restored)
            wrote = self.gates.or_(wrote, any_)
            if writes[0][0] is not writes[-1][0]:
                windows.append(Window(variable, writes[0][0], writes[-1][0]))
        if same == FALSE:
            return TRUE
        if wrote == FALSE or not windows:
            return -same
        disturbance = Disturbance(self.thread, tuple(windows))
        disturbed = self.gates.input()
        self.world.disturbances[disturbed] = disturbance
        return self.gates.or_(-same, self.gates.and_(wrote, disturbed))

    def _unchanged(self, old: Registers, new: Registers, live: tuple[Variable, ...]) -> Literal:
        result, default = TRUE, self.executor.default
        shared = [variable for variable in new if variable.shared]
        for variable in (*live, *shared):
            a, b = old.get(variable), new.get(variable)
            a, b = default(variable) if a is None else a, default(variable) if b is None else b
            if a is b or a == b:
                continue
            if isinstance(variable.type, ArrayType) or self._dependencies:
                return FALSE
            result = self.gates.and_(result, self.blaster.equal(a, b, variable.type))  # type: ignore[arg-type]
            if result == FALSE:
                break
        return result

    def _written(
        self, nodes: list[EventNode], state: ThreadState
    ) -> dict[Variable, list[tuple[EventNode, Literal, Value]]] | None:
        """Writes that may happen on the way to the state, by variable; None if an array is among them."""
        found: dict[Variable, list[tuple[EventNode, Literal, Value]]] = {}
        guard = {-literal for literal in state.guard}
        for node in nodes:
            if any(guard.isdisjoint(store[2]) for store in node.stores):
                return None
            for write in node.writes:
                if guard.isdisjoint(write.guard):
                    if write.index is not None or isinstance(write.variable.type, ArrayType):
                        return None
                    if self.world.model is not None and not is_full(node):
                        return None
                    when = self.world.holds(write.guard)
                    found.setdefault(write.variable, []).append((node, when, write.value))  # type: ignore[arg-type]
        return found

    def _restored(self, variable: Variable, writes: list[tuple[EventNode, Literal, Value]]) -> tuple[Literal, Literal]:
        """Whether the variable is written at all, and whether it has its old value at the end."""
        any_ = self.gates.any([when for _, when, _ in writes])
        read = writes[0][0].reads.get((variable, None))
        if read is None:
            return any_, -any_
        value: Value = read.value
        for _, when, new in writes:
            value = self.blaster.ite(when, new, value, variable.type)
        return any_, self.blaster.equal(value, read.value, variable.type)
