"""`no-deadlock` in the same encoding: an execution at whose end every thread has ended or is blocked, and one is blocked.

Every thread goes as far as it can anyway, and makes its last attempt at some moment. It is blocked for ever if that attempt
meets an `Await` that does not hold, and if it saw the final values: everything that writes a variable that the attempt reads
comes before it. A join is blocked if no thread that it may wait for ever ends. A thread that stops for another reason (an
assumption that fails, undefined behaviour, the end of the program, a bound, a round of a loop that changes nothing) could still
move, or there is nothing left to be blocked: such an execution is no deadlock.
"""

from __future__ import annotations

from threadproof.engines.ordering.encode import Encoder
from threadproof.engines.ordering.events import Blocked
from threadproof.engines.ordering.problem import Order
from threadproof.smt.gates import FALSE, Literal


class Deadlocks:
    def __init__(self, encoder: Encoder) -> None:
        self.encoder, self.world, self.gates = encoder, encoder.world, encoder.gates
        self.goal = self._goal()
        if self.goal != FALSE:
            for blocked in self.world.blocked:
                self._final(blocked)

    def found(self, true: list[bool]) -> list[Blocked]:
        """Who waits where."""
        return [blocked for blocked in self.world.blocked if true[abs(blocked.when)] == (blocked.when > 0)]

    def _goal(self) -> Literal:
        gates = self.gates
        goal = gates.any([blocked.when for blocked in self.world.blocked])
        for thread in self.world.threads:
            waits = [blocked.when for blocked in self.world.blocked if blocked.thread is thread]
            rests = gates.or_(thread.ended, gates.any(waits))
            goal = gates.and_(goal, gates.or_(-self.world.holds(thread.guard), rests))
        return goal

    def _final(self, blocked: Blocked) -> None:
        node, before = blocked.node, self.encoder.before
        if node is None:
            return
        for variable, index in node.reads:
            for write in self.encoder.writes.get(variable, ()):
                other = write.node
                if other is node or before[node.number] >> other.number & 1:
                    continue
                hit = self.encoder.match(write.index, index)
                last = self.gates.all((blocked.when, self.world.holds(write.guard), hit))
                if last != FALSE:
                    self.encoder.orders.append(Order(self.gates.emit(last), other.number, node.number))
