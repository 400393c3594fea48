"""`no-data-race` in the same encoding: an execution at whose end two threads are about to make conflicting accesses.

Every node that makes an access which may race has a literal `stop`: the thread gets there and makes the access its last
act, without effect. Then nothing orders the two accesses: both threads are about to make them when everything else is
over, and every state in which two threads are about to make conflicting accesses is the end of such an execution. An
access whose address or condition depends on what its own atomic block reads must see the final values: then everything
that writes those variables comes before it (`final`).

Whether an access is atomic in the sense of C, and whether it is an access at all, is a matter of the program before lowering: a
lowered operation knows the load, store or free that it comes from, and an atomic block of the lowered program counts if the
program began it. Freeing an object writes the variable that says whether it is alive, which every access to the object reads.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.events.encode import EventEncoder
from threadproof.events.event import EventNode, RacingAccess
from threadproof.events.problem import OrderEdge
from threadproof.records import dataclass
from threadproof.smt.gates import FALSE, Literal


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    one: RacingAccess
    other: RacingAccess
    when: Literal

    def describe(self) -> str:
        return f"{_text(self.one)} while {_text(self.other)}"


def _text(access: RacingAccess) -> str:
    thread = access.node.thread
    who = thread.number if isinstance(thread.number, int) else thread.index
    return f"thread {who} {'writes' if access.write else 'reads'} {access.variable.name} at line {access.pos.line}"


class Races:
    """All pairs that may race. Nodes that are in none never stop."""

    def __init__(self, encoder: EventEncoder) -> None:
        self.encoder, self.world, self.gates = encoder, encoder.world, encoder.gates
        self.pairs = list(self._pairs())
        taking_part = {access.node for pair in self.pairs for access in (pair.one, pair.other)}
        for node in self.world.nodes:
            if node.stop and node not in taking_part:
                self.gates.require([node.stop], -node.stop)
            elif node.stop:
                self._final(node)

    @property
    def goal(self) -> Literal:
        return self.gates.any([pair.when for pair in self.pairs])

    def found(self, true: list[bool]) -> Pair:
        return next(pair for pair in self.pairs if true[abs(pair.when)] == (pair.when > 0))

    def _pairs(self) -> Iterator[Pair]:
        by_variable: dict[object, list[RacingAccess]] = {}
        for node in self.world.nodes:
            for access in node.accesses:
                by_variable.setdefault(access.variable, []).append(access)
        for accesses in by_variable.values():
            for i, one in enumerate(accesses):
                for other in accesses[:i]:
                    when = self._conflict(one, other)
                    if when != FALSE:
                        yield Pair(other, one, when)

    def _conflict(self, one: RacingAccess, other: RacingAccess) -> Literal:
        a, b, before = one.node, other.node, self.encoder.before
        if a.thread is b.thread or not (one.write or other.write) or (one.atomic and other.atomic):
            return FALSE
        if before[a.number] >> b.number & 1 or before[b.number] >> a.number & 1:
            return FALSE
        match = self.encoder.match(one.index, other.index)
        conditions = (a.stop, b.stop, self._enabled(one), self._enabled(other))
        return self.gates.and_(match, self.gates.all(conditions))

    def _enabled(self, access: RacingAccess) -> Literal:
        """The thread makes the access; an atomic block must be one that can be executed."""
        here = self.world.holds(access.guard)
        if not access.node.exits:
            return here
        return self.gates.and_(here, self.gates.any([self.world.holds(guard) for guard in access.node.exits]))

    def _final(self, node: EventNode) -> None:
        """If the node is the last of its thread, it reads what is there in the end."""
        settled = all(access.guard == node.guard and access.index is None for access in node.accesses) and not node.exits
        if not node.block or settled:
            return
        for variable, _ in node.reads:
            for write in self.encoder.writes.get(variable, ()):
                other = write.node
                if other is node or self.encoder.before[node.number] >> other.number & 1:
                    continue
                if not self.encoder.before[other.number] >> node.number & 1:
                    last = self.gates.and_(node.stop, -other.stop) if other.stop else node.stop
                    self.encoder.orders.append(OrderEdge(self.gates.emit(last), other.number, node.number))
