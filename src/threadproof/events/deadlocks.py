"""`no-deadlock` in the same encoding: an execution at whose end every thread has ended or is blocked, and one is blocked; or some
threads wait for each other for ever, whatever the others do (`sched.waits`).

Every thread goes as far as it can anyway, and makes its last attempt at some moment. It is blocked for ever if that
attempt meets an `Await` that does not hold, and if it saw the final values: everything that writes a variable that the
attempt reads comes before it. A join is blocked if no thread that it may wait for ever ends. A thread that stops for
another reason (an assumption that fails, undefined behaviour, the end of the program, a bound, a round of a loop that
changes nothing) could still move, or there is nothing left to be blocked: such an execution is no deadlock of all
threads.

Threads that wait for each other are a set that the solver chooses: each is blocked for ever, and one of its holders
belongs to the set or has ended. No other thread need be blocked, and what others do after that is left out or not, as
the solver likes: an execution of the program that gets there has such a prefix, and since holders take no step any
more, the last attempts can be made as late as one wishes, hence see final values. What breaks the rules of locks (an
unlock by another thread) must not happen.
"""

from __future__ import annotations

from threadproof.events.encode import EventEncoder
from threadproof.events.event import BlockedThread, Instance
from threadproof.events.problem import OrderEdge
from threadproof.ir.types import U32
from threadproof.smt.bitblast import Value
from threadproof.smt.gates import FALSE, Literal


class DeadlockEncoding:
    def __init__(self, encoder: EventEncoder) -> None:
        self.encoder, self.world, self.gates = encoder, encoder.world, encoder.gates
        self.chosen = {blocked: self.gates.input() for blocked in self.world.blocked if blocked.holders and blocked.when != FALSE}
        self.global_deadlock = self._global_deadlock()
        self.goal = self.gates.or_(self.global_deadlock, self._some())
        if self.goal != FALSE:
            for blocked in self.world.blocked:
                self._final(blocked)

    def found(self, true: list[bool]) -> tuple[bool, list[BlockedThread]]:
        """Whether that is all threads, and which wait where."""

        def holds(literal: Literal) -> bool:
            return true[abs(literal)] == (literal > 0)

        if holds(self.global_deadlock):
            return True, [blocked for blocked in self.world.blocked if holds(blocked.when)]
        return False, [blocked for blocked, member in self.chosen.items() if holds(member)]

    def _global_deadlock(self) -> Literal:
        gates = self.gates
        goal = gates.any([blocked.when for blocked in self.world.blocked])
        for thread in self.world.threads:
            waits = [blocked.when for blocked in self.world.blocked if blocked.thread is thread]
            rests = gates.or_(thread.ended, gates.any(waits))
            goal = gates.and_(goal, gates.or_(-self.world.holds(thread.guard), rests))
        return goal

    def _some(self) -> Literal:
        gates = self.gates
        goal = gates.any(list(self.chosen.values()))
        for blocked, member in self.chosen.items():
            held = gates.any([self._hopeless(holder) for holder in blocked.holders])
            goal = gates.and_(goal, gates.or_(-member, gates.and_(blocked.when, held)))
        broken = [failure.when for failure in self.world.failures if failure.kind == "invalid-call"]
        return gates.and_(goal, -gates.any(broken))

    def _hopeless(self, holder: Value) -> Literal:
        """That the thread with this number takes no step any more."""
        found = []
        for thread in self.world.threads:
            same = self.encoder.blaster.equal(holder, thread.number, U32)
            if same != FALSE:
                found.append(self.gates.and_(same, self.gates.or_(thread.ended, self._member(thread))))
        return self.gates.any(found)

    def _member(self, thread: Instance) -> Literal:
        return self.gates.any([member for blocked, member in self.chosen.items() if blocked.thread is thread])

    def _final(self, blocked: BlockedThread) -> None:
        node, before = blocked.node, self.encoder.before
        if node is None:
            return
        matters = self.gates.or_(self.global_deadlock, self.chosen.get(blocked, FALSE))
        for variable, index in node.reads:
            for write in self.encoder.writes.get(variable, ()):
                other = write.node
                if other is node or before[node.number] >> other.number & 1:
                    continue
                hit = self.encoder.match(write.index, index)
                last = self.gates.all((blocked.when, matters, self.world.holds(write.guard), hit))
                if last != FALSE:
                    self.encoder.orders.append(OrderEdge(self.gates.emit(last), other.number, node.number))
