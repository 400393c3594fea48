"""The static transitions of a lowered program and how they are related.

A *transition* is a thread at a place where it rests: all that it may do until it rests again. Under a cooperative scheduler
that is everything on the way to the next wait, through branches and loops; under the preemptive one it is the edges of one
step, the rest of an atomic block that they begin, and what follows without touching anything shared. Whatever may happen on the
way counts, so all relations are over-approximations; two transitions that are not related really are not.

- t and u, of different threads, are in *conflict* if there may be a state in which both can be taken and the order matters, or
  one disables the other (see `effects`).
- u may *enable* t if t may have to wait where its thread rests, and u can end that: it notifies at once what t waits for,
  resumes its thread at once, creates it; writes what an await reads; ends, where t joins a thread. What takes effect only after
  the evaluation phase (delta and timed notifications, delayed resumption, time) enables nothing: the phase does not end before
  all that can be taken has been. For the same reason main, which is the kernel there, is related to nothing.

`Relations` instantiates this for the threads that exist and those that may still be created; transitions are numbers then, and
sets of them are bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from threadproof.analyses.accesses import edge_accesses
from threadproof.ir import op as ops
from threadproof.ir.opfacts import Role, ignored
from threadproof.ir.program import Edge, Program
from threadproof.passes.blocks import LAST
from threadproof.passes.free_order import FIXED, FREE
from threadproof.records import dataclass, field
from threadproof.sched.por.effects import CONFLICTS, COURSE, EdgeEffects, Effects, Manner, Resources, merge
from threadproof.sched.por.footprint import Place

ENDED = -1
"""Instead of the number of a template: the thread has ended."""


class ThreadTransition(NamedTuple):
    thread: int
    location: int


@dataclass(slots=True)
class Static:
    """What a thread may do from a place until it rests again, and what it may have to wait for there."""

    effects: Effects = field(default_factory=dict)
    creates: int = 0  # templates
    ends: bool = False
    events: int = 0  # cooperative: one of these
    awaits: bool = False  # preemptive: a condition over what it reads
    joins: bool = False


class Transitions:
    def __init__(self, program: Program, commuting: bool = True) -> None:
        """`commuting`: whether updates by the same operator count as independent."""
        self.program = program
        self.cooperative = program.scheduler != "preemptive"
        self.fair = program.scheduler in (FIXED, FREE)
        self.templates = list(program.functions.values())
        self.number = {function.name: n for n, function in enumerate(self.templates)}
        self.main = self.number[program.main]
        self.resources = Resources(program)
        self.outgoing = [function.successors() for function in self.templates]
        self._effects = EdgeEffects(program, self.resources, commuting)
        self.places = [self._resting(template) for template in range(len(self.templates))]
        self.static: dict[Place, Static] = {
            (template, location): self._static(template, location)
            for template, locations in enumerate(self.places)
            for location in locations
        }
        self.reaches: dict[Place, frozenset[int]] = {}
        self.creates: dict[Place, int] = {}
        for template in range(len(self.templates)):
            self._follow(template)
        self._close_creates()
        self._relations: dict[tuple[tuple[int, ...], int], Relations] = {}

    def effects_of(self, edge: Edge) -> Effects:
        found = dict(self._effects.of(edge))
        if any(isinstance(op, ops.Spawn) for op in edge.ops):
            merge(found, {Manner.FAIL: COURSE})
        return found

    def relations(self, templates: tuple[int, ...], future: int = 0) -> Relations:
        """Thread t is an instance of template `templates[t]`, or has ended; of those in `future` more may be created."""
        found = self._relations.get((templates, future))
        if found is None:
            found = self._relations[templates, future] = Relations(self, templates, future)
        return found

    def future(self, at: Iterable[Place | None]) -> int:
        """Templates of threads that may still be created by threads that are there."""
        found = 0
        for place in at:
            if place is not None:
                found |= self.creates.get(place, 0)
        return found

    # -- places ----------------------------------------------------------------------------------------------------------

    def _resting(self, template: int) -> tuple[int, ...]:
        function = self.templates[template]
        if not self.cooperative:
            return tuple(sorted({function.entry, *self.outgoing[template]}))
        rests = {edge.target for edge in function.edges if edge.ops and isinstance(edge.ops[-1], LAST)}
        return tuple(sorted({function.entry, *(location for location in rests if location in self.outgoing[template])}))

    def _static(self, template: int, location: int) -> Static:
        found = Static()
        first = set(self.outgoing[template].get(location, ()))
        for edge in self._extent(template, location):
            merge(found.effects, self._effects.of(edge))
            for op in edge.ops:
                match op:
                    case ops.Spawn(function=function):
                        found.creates |= 1 << self.number[function.payload.name]
                        merge(found.effects, {Manner.FAIL: COURSE})  # what the new thread does before it rests
                    case ops.ThreadExit() | ops.Return():
                        found.ends = True
                    case ops.Await():
                        found.awaits = True
                    case ops.Join():
                        found.joins = True
                        found.awaits |= edge not in first  # whether it is reached is decided by what is read before
                    case ops.AtomicBegin() | ops.AtomicEnd() | ops.Fence():
                        pass
                    case _:
                        ignored(op, "sched/por/transitions", Role.DATA, Role.CHECK, Role.CONTROL, Role.KERNEL)
        for edge in self.templates[template].edges:
            if edge.target == location and edge.ops and isinstance(edge.ops[-1], ops.Wait | ops.AwaitEnd):
                found.events |= self._effects.of(edge).get(Manner.AWAIT, 0)
        return found

    def _extent(self, template: int, location: int) -> Iterator[Edge]:
        """The edges of a transition."""
        seen = {(location, 0, True)}
        stack = [(location, 0, True)]
        while stack:
            at, depth, first = stack.pop()
            for edge in self.outgoing[template].get(at, ()):
                if self.cooperative:
                    goes_on, after = _goes_on(edge, self.fair), (edge.target, 0, True)
                else:
                    if not first and depth == 0 and _is_visible(edge):
                        continue
                    inner = depth + sum(isinstance(op, ops.AtomicBegin) - isinstance(op, ops.AtomicEnd) for op in edge.ops)
                    goes_on, after = True, (edge.target, max(inner, 0), False)
                yield edge
                if goes_on and after not in seen:
                    seen.add(after)
                    stack.append(after)

    def _follow(self, template: int) -> None:
        """Where a thread may rest from now on, and which threads it may create."""
        for location in self.places[template]:
            seen, stack, creates = {location}, [location], 0
            while stack:
                at = stack.pop()
                for edge in self.outgoing[template].get(at, ()):
                    for op in edge.ops:
                        if isinstance(op, ops.Spawn):
                            creates |= 1 << self.number[op.function.payload.name]
                    if edge.target not in seen:
                        seen.add(edge.target)
                        stack.append(edge.target)
            self.reaches[template, location] = frozenset(seen)
            self.creates[template, location] = creates

    def _close_creates(self) -> None:
        """Threads that were created may create others."""
        entries = [self.creates[n, function.entry] for n, function in enumerate(self.templates)]
        for place, found in self.creates.items():
            before = 0
            while before != found:
                before = found
                for template in bits(before):
                    found |= entries[template]
            self.creates[place] = found


def _goes_on(edge: Edge, fair: bool) -> bool:
    """Whether a cooperative thread may run on after the edge. A thread may be suspended by another one. `fair`: what a thread
    waits for may be there already."""
    return not (edge.ops and isinstance(edge.ops[-1], ops.Idle if fair else ops.Wait | ops.Idle))


def _is_visible(edge: Edge) -> bool:
    waits = ops.Ordering
    return bool(edge_accesses(edge)) or any(isinstance(op, waits) for op in edge.ops)


class Relations:
    """`numbers[thread][location]` is the number of a transition; `own[thread]`: all of a thread."""

    def __init__(self, transitions: Transitions, templates: tuple[int, ...], future: int) -> None:
        self.transitions = transitions
        created = tuple(n for n in range(len(transitions.templates)) if future >> n & 1)
        self.templates = (*templates, *created)
        self.existing = len(templates)
        self.every: list[ThreadTransition] = []
        self.numbers: list[dict[int, int]] = []
        self.own: list[int] = []
        for thread, template in enumerate(self.templates):
            first = len(self.every)
            if template != ENDED and not (transitions.cooperative and template == transitions.main):
                self.every += [ThreadTransition(thread, location) for location in transitions.places[template]]
            numbers = {t.location: first + n for n, t in enumerate(self.every[first:])}
            self.numbers.append(numbers)
            self.own.append(sum(1 << n for n in numbers.values()))
        self._users = self._index()
        self.conflicts = [self._in_conflict(n) for n in range(len(self.every))]
        self.enablers = [self._enabling(n) for n in range(len(self.every))]

    def static(self, number: int) -> Static:
        thread, location = self.every[number]
        return self.transitions.static[self.templates[thread], location]

    def dependent(self, one: ThreadTransition, other: ThreadTransition) -> bool:
        if one.thread == other.thread:
            return True
        return bool(self.conflicts[self._number(one)] >> self._number(other) & 1)

    def can_enable(self, one: ThreadTransition, other: ThreadTransition) -> bool:
        return bool(self.enablers[self._number(other)] >> self._number(one) & 1)

    def _number(self, transition: ThreadTransition) -> int:
        return self.numbers[transition.thread][transition.location]

    def _effects(self, number: int) -> Effects:
        return {**self.static(number).effects, Manner.RUN: self._identity(self.every[number].thread)}

    def _identity(self, thread: int) -> int:
        """The resources that stand for a thread; one that does not exist yet may get any number."""
        return self.transitions.resources.thread(thread if thread < self.existing else None)

    def _index(self) -> dict[tuple[Manner, int], int]:
        """Which transitions use a resource in a manner."""
        found: dict[tuple[Manner, int], int] = {}
        for number in range(len(self.every)):
            for manner, resources in self._effects(number).items():
                for resource in bits(resources):
                    found[manner, resource] = found.get((manner, resource), 0) | 1 << number
        return found

    def _in_conflict(self, number: int) -> int:
        found = 0
        for manner, resources in self._effects(number).items():
            for resource in bits(resources):
                for other in CONFLICTS[manner]:
                    found |= self._users.get((other, resource), 0)
        return found & ~self.own[self.every[number].thread]

    def _enabling(self, number: int) -> int:
        thread, location = self.every[number]
        static = self.static(number)
        found = 0
        for event in bits(static.events):
            found |= self._users.get((Manner.NOTIFY, event), 0)
        for resource in bits(self._identity(thread)):
            found |= self._users.get((Manner.RESUME_NOW, resource), 0)
        if static.awaits:
            found |= self.conflicts[number]
        template = self.templates[thread]
        begins = thread >= self.existing and location == self.transitions.templates[template].entry
        for other in range(len(self.every)):
            makes = begins and self.static(other).creates >> template & 1
            if makes or (static.joins and self.static(other).ends):
                found |= 1 << other
        return found & (-1 if begins else ~self.own[thread])


def bits(mask: int) -> Iterator[int]:
    """The positions of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
