"""Ghosts that count threads: how many of them rest in a set of places at a time (thread-modular counter abstraction).

A *thread counter* has a set of places (a template and a location; END for threads that have ended), each with a condition on the
registers of a thread there, and is a shared variable that only moves set: a move whose thread leaves the set takes one away, one
into it adds one, and so does each thread that is created in it. Nobody else changes registers, so by induction over the moves its
value between two moves is the number of threads in the set, for any number of threads: at most `LARGEST` are created and main is
one more, so it never wraps around. (What a counter of threads that have ended asks is asked when they end.)

So, whatever a program does (`always`, `of_thread`, `of_two`): a counter is at most the number of all threads; one whose set lies
in another one's is at most as large, and less where a thread is seen in the difference; two of sets without a common place are
together at most what a set counts that has both; one of a single template is at most the number of its instances as far as the
ghosts of `sched.solo` know it. Who states a set states nothing else: all updates follow from the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, permutations

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import U8, U32
from threadproof.records import dataclass
from threadproof.sched.instances import Instances

RestingPlace = tuple[str, int]
"""Template and location, or END."""


@dataclass(frozen=True, slots=True, eq=False)
class ThreadCounter:
    variable: Variable
    places: Mapping[RestingPlace, Expr]  # and which registers a thread has there

    def within(self, other: ThreadCounter) -> bool:
        """Whether the set lies in the other one's, as far as that is plain to see."""
        return all(other.places.get(place) in (E.TRUE, condition) for place, condition in self.places.items())

    def apart(self, other: ThreadCounter) -> bool:
        return self.places.keys().isdisjoint(other.places)


def named_counter(number: int, places: Mapping[RestingPlace, Expr]) -> ThreadCounter:
    return ThreadCounter(Variable(f"%threads.{number}", U32, True), places)


CountedBy = frozenset[tuple[ThreadCounter, Expr]]


class ThreadCounters:
    """Those of one proof. `main`: the template of which there is one instance from the start on."""

    def __init__(self, counters: Sequence[ThreadCounter], main: str) -> None:
        self.all, self.main = tuple(counters), main
        self._within = [(one, two) for one, two in permutations(self.all, 2) if one.within(two)]
        self._apart = [(one, two) for one, two in combinations(self.all, 2) if one.apart(two)]

    def variables(self) -> tuple[Variable, ...]:
        return tuple(counter.variable for counter in self.all)

    def around(self, place: RestingPlace) -> CountedBy:
        """The counters whose sets have the place, and their conditions there."""
        return frozenset((counter, counter.places[place]) for counter in self.all if place in counter.places)

    def initial_ops(self, entry: RestingPlace) -> Iterator[ops.DataOp]:
        for counter in self.all:
            yield ops.Assign(counter.variable, E.const(U32, int(entry in counter.places)))

    def leaving_ops(self, source: RestingPlace) -> Iterator[ops.DataOp]:
        """What a move does to the counters before anything else: where a condition is told by registers that it may change."""
        for counter in self.all:
            condition = counter.places.get(source, E.TRUE)
            if condition is not E.TRUE:
                yield _more(counter, E.ite(condition, E.const(U32, -1), E.zero(U32)))

    def arriving_ops(self, source: RestingPlace, target: RestingPlace, born: Sequence[RestingPlace]) -> Iterator[ops.DataOp]:
        """And behind everything else. `born`: where the threads that it creates begin, places without conditions."""
        for counter in self.all:
            arrives = counter.places.get(target, E.FALSE)
            more = sum(place in counter.places for place in born) - (counter.places.get(source) is E.TRUE)
            one, none = E.const(U32, more + 1), E.const(U32, more)
            change = one if arrives is E.TRUE else E.ite(arrives, one, none)
            if change is not E.zero(U32):
                yield _more(counter, change)

    def always(self, total: Expr, instances: Mapping[str, Instances]) -> Iterator[Expr]:
        """`total`: how many threads were created."""
        one = E.const(U32, 1)
        for counter in self.all:
            count, templates = E.var(counter.variable), {template for template, _ in counter.places}
            yield E.le(count, E.add(total, one) if self.main in templates else total)
            if len(templates) == 1:
                found = E.var(instances[next(iter(templates))].count)
                yield E.lor(E.lnot(E.eq(found, E.zero(U8))), E.eq(count, E.zero(U32)))
                yield E.lor(E.lnot(E.eq(found, E.const(U8, 1))), E.le(count, one))
        for small, large in self._within:
            yield E.le(E.var(small.variable), E.var(large.variable))
        for first, second in self._apart:
            sum_ = E.add(E.var(first.variable), E.var(second.variable))
            for counter in self.all:
                if first.within(counter) and second.within(counter):
                    yield E.le(sum_, E.var(counter.variable))

    def of_thread(self, inside: CountedBy) -> Iterator[Expr]:
        """What is true where a thread is at a place that these counters count, and no others."""
        return self._at_least((dict(inside),))

    def of_two(self, inside: CountedBy, others: CountedBy) -> Iterator[Expr]:
        """The same for two threads at once, the conditions of the second one in its own registers."""
        return self._at_least((dict(inside), dict(others)))

    def _at_least(self, threads: Sequence[Mapping[ThreadCounter, Expr]]) -> Iterator[Expr]:
        for counter in self.all:
            seen = [inside.get(counter, E.FALSE) for inside in threads]
            yield from _implied(seen, E.le(E.const(U32, len(seen)), E.var(counter.variable)))
        for small, large in self._within:
            seen = [E.land(inside.get(large, E.FALSE), E.lnot(inside.get(small, E.FALSE))) for inside in threads]
            yield from _implied(seen, E.le(E.add(E.var(small.variable), E.const(U32, len(seen))), E.var(large.variable)))


def _more(counter: ThreadCounter, number: Expr) -> ops.DataOp:
    return ops.Assign(counter.variable, E.add(E.var(counter.variable), number))


def _implied(conditions: Sequence[Expr], fact: Expr) -> Iterator[Expr]:
    """The fact, where all conditions hold; nothing where they cannot."""
    if E.FALSE not in conditions:
        yield reduce(E.lor, map(E.lnot, conditions), fact)
