"""Preserved program order: the part of a thread's program order that the one order of all nodes contains.

All but one are multi-copy atomic: there is one order `<` of all nodes, as under sequential consistency. A write stands where it
reaches memory, a read where it is satisfied. What differs is how much of program order is part of `<` (*preserved*), and that a
read may see a write of its own thread that has not reached memory yet. Models are records of
`memory_models`.

A read r sees, of the writes to its address that are before it in `<` or in program order, the last one in `<`. Split by whether
that write w is before r in `<`:

* from memory, w < r: no other write x to the address lies between (x < w or r < x), and writes of the own thread that are before
  r in program order are not after w: x < w.
* forwarded, r < w: w is the last write to the address before r in its own thread, and that is all. Others that are before r are
  before w, others that are not are not seen.

So the problem keeps its axioms: the first is a candidate (`Reads`) whose order with the thread's own earlier writes
is an `OrderEdge` under the literals that make them hit; the second is a literal with one `OrderEdge`. No order solver
and no check of a refutation knows about memory models.

Coherence. Earlier accesses come before later writes to the same address in `<`, in every model. With that, executions
are coherent (program order at one address, reads-from, write order and from-read have no cycle), by cases: two writes; a write
and a later read: the rule on own writes; a read and a later write: it cannot be seen, and what the read saw is before the read.
Two reads: if their order is preserved, what the first saw from memory is before both; what it saw of its own thread is an own
write of the second. Otherwise (`rmo`) it is said explicitly: if two reads of one address see different writes, the first one's is
before the second one's.

Nodes that do not happen. Preserved order is not transitive through them: a fence in a branch that is not taken orders
nothing. An order from a to b is *fixed* only if a happens whenever b does; otherwise it is an `OrderEdge` under the
condition of a. So whatever is derived about a node that happens goes through nodes that happen (backwards, by
induction). Into a full fence every order may be fixed: everything that precedes the fence is ordered before it
directly, not only through another node that might not happen.

Full fences are atomic blocks of the program (locks and read-modify-writes among them), sequentially consistent stores, waiting,
creating, joining and ending threads. Steps that lowering made indivisible are none: an access and the question whether its object
is alive are a read or a write as a whole. The life of an object is looked at when a write reaches memory, not when it is issued:
that is later, so nothing is missed.

Dependencies (`rmo`): a write comes after the reads that its address, its value or a branch before it depend on, a
read after those that its address depends on; and after those that a write depends on which is forwarded to it. They are followed
through registers as the lowered program computes with them; where paths meet, those remain that hold on both. Fewer
dependencies mean more executions, so proofs are sound for machines that know more of them.

`power` is not multi-copy atomic. The one order is then that of coherence, which keeps accesses to one place and what full fences
separate; everything else is said about other relations (`power`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from threadproof.bitsets import bits
from threadproof.errors import InternalError
from threadproof.events.event import EventNode
from threadproof.events.problem import OrderEdge
from threadproof.ir.expr import Variable
from threadproof.memory_models import MemoryModel
from threadproof.smt.bitblast import Value
from threadproof.smt.gates import FALSE, TRUE, Literal

if TYPE_CHECKING:
    from threadproof.events.encode import EventEncoder


FULL = ("RW", "RW")
CONTROL, LAST = "C", "L"  # what comes before a fence, for `power`: reads that branches before it depend on, or the last read


def kinds(node: EventNode) -> str:
    """How the node counts in preserved order. A fence without accesses is not itself ordered."""
    if node.fence == FULL:
        return "RW"
    return "W" if node.writes else "R" if node.reads else ""


def is_full(node: EventNode) -> bool:
    return node.fence == FULL


def followed(model: MemoryModel) -> bool:
    """Whether the axioms here and in `power` say what a model allows; those of `certify.weak` know no other models.
    Writes may always be late, and dependencies are preserved."""
    if model.atomic:
        return "WR" not in model.keeps and not model.control_fences and model.dependencies is model.delays_reads
    return not model.keeps and model.dependencies and model.control_fences


class PreservedOrder:
    """The fixed order of all nodes under a model (`before`, as `order` has it), and what else is preserved under
    conditions (`orders`)."""

    def __init__(self, encoder: EventEncoder, model: MemoryModel) -> None:
        if not followed(model):
            raise InternalError(f"no order of events for the memory model {model.name}")
        self.encoder, self.model, self.world = encoder, model, encoder.world
        self.kinds = [kinds(node) for node in self.world.nodes]
        self.before: list[int] = []
        self.orders: list[OrderEdge] = []
        # pairs that are ordered whenever both happen, by either of the two
        self._known: list[int] = []
        self._earlier: dict[object, list[EventNode]] = {}  # nodes of a thread so far, the last one first
        for node in self.world.nodes:
            self._add(node)

    def _add(self, node: EventNode) -> None:
        thread = node.thread
        found = 0
        for other in (*node.after, thread.before):
            if other is not None and other.thread is not thread:
                found |= self.before[other.number] | 1 << other.number
        earlier = self._earlier.setdefault(thread, [])
        known = found
        guard = self.encoder.sets.of(node.guard)
        conditional: list[tuple[EventNode, Literal]] = []
        for other in earlier:
            if found >> other.number & 1:
                continue
            when = self._relation(other, node)
            if when == FALSE:
                continue
            if when == TRUE and (is_full(node) or not self.encoder.sets.of(other.guard) & ~guard):
                found |= self.before[other.number] | 1 << other.number
                known |= self._known[other.number]
            else:
                conditional.append((other, when))
        self.before.append(found)
        self._known.append(known | found)
        for other, when in conditional:
            self._order(other, node, when)
        earlier.insert(0, node)

    def _order(self, first: EventNode, second: EventNode, when: Literal) -> None:
        """Under the condition that the first node happens; unless something in between does it, too."""
        a, b = first.number, second.number
        if self._known[b] >> a & 1:
            return
        gates = self.encoder.gates
        literal = gates.and_(when, self.world.holds(first.guard))
        if literal == FALSE:
            return
        self.orders.append(OrderEdge(gates.emit(literal), a, b))
        if when == TRUE:
            sets = self.encoder.sets
            self._known[b] |= 1 << a
            for x in bits(self._known[a] & ~self._known[b]):
                if not sets.of(first.guard) & ~(sets.of(self.world.nodes[x].guard) | sets.of(second.guard)):
                    self._known[b] |= 1 << x

    def _relation(self, first: EventNode, second: EventNode) -> Literal:
        """Under which condition the order of two nodes of one thread is preserved, if both happen."""
        here, there = self.kinds[first.number], self.kinds[second.number]
        if not self.model.atomic:
            return self._coherent(first, second)
        if first.fence is not None and any(kind in first.fence[1] for kind in there):
            return TRUE
        if second.fence is not None and any(kind in second.fence[0] for kind in here):
            return TRUE
        if not here or not there:
            return FALSE
        if here + there in self.model.keeps or second.deps >> first.number & 1:
            return TRUE
        return same_place(self.encoder, first, second, reads=False) if there == "W" else FALSE

    def _coherent(self, first: EventNode, second: EventNode) -> Literal:
        """Full fences, and accesses to one place; that two nodes ask whether an object is alive is none."""
        here, there = self.kinds[first.number], self.kinds[second.number]
        if here and there and (is_full(first) or is_full(second)):
            return TRUE
        writes = same_place(self.encoder, first, second, reads=False)
        writes = self.encoder.gates.or_(writes, same_place(self.encoder, second, first, reads=False))
        return self.encoder.gates.or_(writes, same_place(self.encoder, first, second, self.world.lives))


def same_place(
    encoder: EventEncoder, first: EventNode, second: EventNode, ignored: frozenset[Variable] = frozenset(), reads: bool = True
) -> Literal:
    """Whether the second node accesses, or writes, what the first one accesses."""
    found = FALSE
    accesses = _accesses(second) if reads else ((write.variable, write.index) for write in second.writes)
    for variable, index in accesses:
        for other, at in _accesses(first) if variable not in ignored else ():
            if variable is other:
                found = encoder.gates.or_(found, encoder.match(index, at))
    return found


def _accesses(node: EventNode) -> Iterator[tuple[Variable, Value | None]]:
    yield from node.reads
    for write in node.writes:
        yield write.variable, write.index
