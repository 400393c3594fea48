"""Persistent and sleep sets of cooperative programs, re-checked: when is it enough that a node does not follow some
threads? The rule for the SystemC kernel, and for FairThreads with a free order.

An *action* is a whole step: what a thread does from where it rests to where it gives way. Two actions of different threads are
*apart* if they can be taken in either order with the same effect, and neither enables, ends or blocks the other: neither
accesses a variable that the other writes; none notifies at once what the other begins to wait for or notifies later; none
notifies later what the other cancels; none suspends the other's thread, or a thread that the other resumes; not both create a
thread; none ends while the other waits for the end of a thread; and not one of them may end the execution while the other may
fail. What is not known beforehand may be anything. Under FairThreads a wait for an event that is there does not give way, so an
action includes what follows it; which events are there is known in the node, and grows only with what is generated: an action
that generates what another one awaits is not apart from it. Whether an event is there is asked like waiting for it.

A node where all threads rest may say which threads F were followed, a set P, and which threads are *asleep*, Z. Let I(w) be the
threads that can come first in an execution w, exchanging adjacent actions that are apart.

Claim: no failing step is reachable if in the first node no thread is asleep, the invariants are closed under the steps
that are followed, none of which can fail, and for every node where all threads rest:

1. all of Z can run; and F contains all that can run and are not asleep (the node is *full*), or F contains P - Z, which is not
   empty, and P is persistent: what the others can do while P rests is apart from the next actions of P;
2. a node that a followed thread a leads to has in its Z only threads that were asleep, or were followed and have a smaller number
   than a, and whose next actions are apart from that of a; inside of a step Z does not grow;
3. for every thread u: no cycle of nodes that are not full leaves u out where u can run and is not asleep; and no followed action
   of such a node can go on for ever: the nodes inside of it have no cycle.

Proof. Let w be an execution of actions from a state of a node into a failure, with no thread of I(w) asleep there; of least
length. If some thread of I(w) is in F, let a be the first by number. Up to exchanges, w is a w', and w' begins in the next node.
No b of I(w') is asleep there: it would be apart from a, hence in I(w); so it was not asleep before, but followed, with a smaller
number than a, which contradicts the choice of a. So w' is shorter: contradiction. Otherwise the node is not full, since I(w) is
not empty and not asleep. No action of w belongs to P: the first would be in I(w) (all before it is apart from it), so not in Z,
hence in F. Take t in P - Z. Its action comes to an end (3) and does not end the execution: the failing one is apart from it;
and w is still possible after it. Again no thread of I(w) is asleep there: it would have been followed, and none of I(w) is in F.
So w goes on with the same length, for ever, through finitely many nodes, none of which follows the first thread of w: against 3.

What others can do while P rests (1): the actions of those that can run; after that they wait, and go on only if a thread notifies
at once what they wait for, ends where they wait for that, resumes them at once, or creates them. As long as a thread of P can
run, the evaluation phase (the instant) does not end, so main does nothing. That the edges out of a location leave no case out is
part of what a program is (`ir.program`).
No code is shared with the reductions of the engines.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.certify.graph.actions import Access, accesses_of
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.uses import op_exprs
from threadproof.records import dataclass, field
from threadproof.sched.fairthreads import FairThreads
from threadproof.sched.kernel import RunningThread
from threadproof.sched.system import END, Control, System
from threadproof.sched.systemc import SystemC

Place = tuple[int, int]
Names = set[int | None]
"""Events or threads; None: any."""

ANY = -1  # among events that are there: each of them may be

_PLAIN = (
    ops.Assign, ops.Havoc, ops.Write, ops.Skip, ops.RequestUpdate, ops.Now, ops.Came, ops.AtomicBegin, ops.AtomicEnd,
)  # fmt: skip


@dataclass(slots=True)
class StepEffects:
    """All that a step from a place may do."""

    reads: set[Access] = field(default_factory=set)
    writes: set[Access] = field(default_factory=set)
    now: Names = field(default_factory=set)  # events notified at once
    later: Names = field(default_factory=set)
    cancelled: Names = field(default_factory=set)
    awaited: Names = field(default_factory=set)
    suspended: Names = field(default_factory=set)
    resumed: Names = field(default_factory=set)
    resumed_now: Names = field(default_factory=set)
    creates: set[int] = field(default_factory=set)  # templates
    ends: bool = False
    joins: bool = False  # waits for the end of a thread
    stops: bool = False
    fails: bool = False
    strange: bool = False  # something that is not understood
    rests: set[int] = field(default_factory=set)  # locations where it may give way


def _meet(one: Names, other: Names) -> bool:
    return bool(one) and bool(other) and (None in one or None in other or not one.isdisjoint(other))


def _clash(one: set[Access], other: set[Access]) -> bool:
    """Whether some variable is in both, or elements of arrays that may be the same."""
    for variable, index in one:
        if (variable, index) in other or (variable, None) in other:
            return True
        if index is None and any(v is variable for v, _ in other):
            return True
    return False


Doers = dict[int | None, set[int | None]]
"""By name: the threads that do something to it."""


def _who(doers: Iterable[tuple[int | None, Names]]) -> Doers:
    found: Doers = {}
    for thread, names in doers:
        for name in names:
            found.setdefault(name, set()).add(thread)
    return found


def _another(who: Doers, names: Names, thread: int | None) -> bool:
    """Whether another thread, or one without a number, does it to something that may be one of these."""
    met = who.values() if None in names else [who[name] for name in (*names, None) if name in who] if names else []
    return any(t is None or t != thread for threads in met for t in threads)


def _one_way(a: StepEffects, b: StepEffects) -> bool:
    return (
        _clash(a.writes, b.reads)
        or _clash(a.writes, b.writes)
        or _meet(a.now, b.awaited)
        or _meet(a.now, b.later)
        or _meet(a.later, b.cancelled)
        or _meet(a.suspended, b.resumed)
        or _meet(a.suspended, b.resumed_now)
        or _meet(a.resumed, b.resumed_now)
        or (bool(a.creates) and bool(b.creates))
        or (a.ends and b.joins)
        or (a.stops and b.fails)
        or a.strange
    )


class Turns:
    def __init__(self, system: System) -> None:
        self.system = system
        kernel = None if system.kernel is None else system.kernel.kernel
        self.fair = isinstance(kernel, FairThreads) and kernel.free
        self.understood = self.fair or isinstance(kernel, SystemC)
        self._actions: dict[tuple[Place, frozenset[int]], StepEffects] = {}
        self._dependent: dict[tuple[int | None, Place, frozenset[int], int, Place, frozenset[int]], bool] = {}
        self._awaited: dict[Place, Names] = {}

    def action(self, place: Place, here: frozenset[int]) -> StepEffects:
        """`here`: events that may be there (FairThreads), apart from those that the action itself generates."""
        found = self._actions.get((place, here))
        if found is None:
            found, there = self._walk(place, here), here
            while self.fair and not _numbers(found.now) <= there:
                there |= _numbers(found.now)
                found = self._walk(place, there)
            self._actions[place, here] = found
        return found

    def _here(self, control: Control) -> frozenset[int]:
        assert isinstance(control.scheduler, RunningThread)
        return frozenset(control.scheduler.kernel.present) if self.fair else frozenset()

    def apart(self, control: Control, one: int, other: int) -> bool:
        """Whether the next actions of two threads are."""
        here = self._here(control)
        return one != other and self.understood and not self._depends(one, control.at[one], here, other, control.at[other], here)

    def allowed(self, control: Control, thread: int, asleep: frozenset[int], followed: frozenset[int]) -> frozenset[int]:
        """The threads that may be asleep after a step of a thread from a node where all rest (condition 2)."""
        before = {other for other in followed if other < thread or thread not in followed}
        enabled = self.system.enabled(control)
        return frozenset(t for t in (asleep | before) if t in enabled and self.apart(control, thread, t))

    def objection(self, control: Control, followed: frozenset[int], persistent: frozenset[int], asleep: frozenset[int]) -> str:
        """Why it is not enough that these threads were followed (condition 1); empty if it is."""
        enabled = frozenset(self.system.enabled(control))
        if followed >= enabled - asleep:
            return ""
        inside = persistent & enabled
        if not self.understood or control.depth or 0 in enabled:
            return "no reduction is possible here"
        if not inside - asleep or not followed >= inside - asleep:
            return "none of the threads that were followed stands for the others"
        now = self._here(control)
        outside, here = self._outside(control, enabled - inside, inside)
        for thread, place in outside:
            if any(self._depends(thread, place, here, member, control.at[member], now) for member in sorted(inside)):
                return f"what a thread at {self._name(place)} may do before is not apart from the steps that were followed"
        return ""

    def _depends(self, one: int | None, place: Place, here: frozenset[int], other: int, rest: Place, now: frozenset[int]) -> bool:
        """Whether the action of a thread, where these events may be there, is not apart from that of another."""
        key = (one, place, here, other, rest, now)
        found = self._dependent.get(key)
        if found is None:
            found = _dependent(self.action(place, here), {one}, self.action(rest, now), {other})
            self._dependent[key] = found
        return found

    def _outside(
        self, control: Control, able: frozenset[int], inside: frozenset[int]
    ) -> tuple[set[tuple[int | None, Place]], frozenset[int]]:
        """Actions of the others that can happen while those inside rest, and the events that may be there then."""
        here = self._here(control)
        others = [t for t, place in enumerate(control.at) if t and place[1] != END and t not in inside]
        found: set[tuple[int | None, Place]] = {(t, control.at[t]) for t in able}
        while True:
            made = [(thread, self.action(place, here)) for thread, place in found]
            more: set[tuple[int | None, Place]] = set()
            resting: set[tuple[int | None, Place]] = {(t, control.at[t]) for t in others if t not in able}
            resting |= {(t, (place[0], rest)) for t, place in found for rest in self.action(place, here).rests}
            notified, resumed = _who((t, action.now) for t, action in made), _who((t, action.resumed_now) for t, action in made)
            ended = _who((t, {0} if action.ends else set()) for t, action in made)
            for thread, place in resting:  # no thread wakes itself
                if (
                    (notified and _another(notified, self._events(place), thread))
                    or (resumed and _another(resumed, {thread}, thread))
                    or (ended and self._joins(place) and _another(ended, {0}, thread))
                ):
                    more.add((thread, place))
            for template in {template for _, action in made for template in action.creates}:
                more.add((None, (template, self.system.templates[template].entry)))
            there = here.union(*(_numbers(action.now) for _, action in made)) if self.fair else here
            if more <= found and there == here:
                return found, here
            found, here = found | more, there

    def _name(self, place: Place) -> str:
        return f"{self.system.templates[place[0]].name}:{place[1]}"

    # -- actions -----------------------------------------------------------------------------------------------------------

    def _goes_on(self, last: ops.Op | None, here: frozenset[int]) -> bool:
        """Whether a thread may run on after an edge with that last operation."""
        if isinstance(last, ops.Idle):
            return False
        if not isinstance(last, ops.Wait):
            return True
        awaited = _names(last.events)
        at_once = last.timeout is not None and (not last.timeout.is_const or last.timeout.payload == 0)
        came = bool(awaited) and (None in awaited or ANY in here or not awaited.isdisjoint(here))
        return self.fair and (at_once or came)

    def _walk(self, place: Place, here: frozenset[int]) -> StepEffects:
        """From a place to where the thread gives way, through all branches and loops."""
        found = StepEffects()
        template, start = place
        seen, stack = {start}, [start]
        while stack:
            for edge in self.system.outgoing[template].get(stack.pop(), ()):
                for op in edge.ops:
                    self._include(found, op)
                reads, writes = accesses_of(edge)
                found.reads |= reads
                found.writes |= writes
                if edge.ops and isinstance(edge.ops[-1], ops.Yielding):
                    found.rests.add(edge.target)
                if self._goes_on(edge.ops[-1] if edge.ops else None, here) and edge.target not in seen:
                    seen.add(edge.target)
                    stack.append(edge.target)
        return found

    def _include(self, action: StepEffects, op: ops.Op) -> None:
        match op:
            case ops.Wait(events):
                action.awaited |= _names(events)
            case ops.Present(event=event):
                action.awaited |= _names([event])
            case ops.AwaitEnd():
                action.joins = action.fails = True
                action.strange |= not self.fair
            case ops.ThreadExit():
                action.ends = True
            case ops.Suspend() | ops.Resume() | ops.Stop() if self.fair:
                action.strange = True  # orders take effect one after the other
            case ops.Notify(event, delay):
                (action.now if delay is None else action.later).update(_names([event]))
            case ops.Cancel(event):
                action.cancelled |= _names([event])
            case ops.Suspend(thread):
                action.suspended |= _names([thread])
                action.fails = True
            case ops.Resume(thread, now):
                (action.resumed_now if now else action.resumed).update(_names([thread]))
                action.fails = True
            case ops.Spawn(function=function) if function.op == "addr":
                action.creates.add(self.system.number[function.payload.name])
                action.fails = True
            case ops.Assume(branch=branch):
                action.stops |= not branch
            case ops.Halt():
                action.stops = True
            case ops.Check() | ops.Cut():
                action.fails = True
            case _:
                action.strange |= not isinstance(op, _PLAIN)
        if isinstance(op, ops.Kernel):
            action.fails = action.fails or None in _names(op_exprs(op))  # perhaps one that the kernel does not accept

    def _joins(self, place: Place) -> bool:
        """Whether a thread that rests at a place may be waiting for the end of another one."""
        edges = self.system.templates[place[0]].edges
        return any(edge.target == place[1] and edge.ops and isinstance(edge.ops[-1], ops.AwaitEnd) for edge in edges)

    def _events(self, place: Place) -> Names:
        """What a thread that rests at a place may be waiting for."""
        found = self._awaited.get(place)
        if found is None:
            template, location = place
            into = [edge for edge in self.system.templates[template].edges if edge.target == location]
            found = set()
            for edge in into:
                if edge.ops and isinstance(edge.ops[-1], ops.Wait):
                    found |= _names(edge.ops[-1].events)
            self._awaited[place] = found
        return found


def _dependent(a: StepEffects, one: Names, b: StepEffects, other: Names) -> bool:
    """`one`, `other`: the numbers of their threads."""
    return _one_way(a, b) or _one_way(b, a) or _meet(a.suspended, other) or _meet(b.suspended, one)


def _numbers(events: Names) -> frozenset[int]:
    return frozenset(ANY if event is None else event for event in events)


def _names(operands: Iterable[Expr]) -> Names:
    return {int(operand.payload) if operand.is_const else None for operand in operands}
