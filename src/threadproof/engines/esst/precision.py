"""The precision: which predicates are tracked where, at a location of a thread, wherever a thread is, or in the region
over everything.

A predicate about shared variables alone, or about registers of several threads, goes to the whole region at once. So does one
about the registers of one thread and shared variables, if those are written by other threads and forgotten then (`havoc`): in
the region of its thread it would be lost. All others start at the location that asked for them, and move up (`LEVELS`) when that
does not exclude the path that they were found on. So refinement makes progress.

Of a *tracked* variable the value is known where it is a constant: a register in the region of its thread, which no
other thread can change, anything else in the region over everything. So there are no levels for these.

A register, and a predicate over it, is tracked only where it may still be read.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.analyses.liveness import Liveness
from threadproof.domains.precision import Precision
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables, op_changed
from threadproof.sched.system import END, Control, System

LEVELS = ("location", "thread", "everything")
Wish = tuple[Expr, Control]
"""A predicate that is needed at a control."""
Place = tuple[int, int]
"""Thread and location."""


class Living:
    """Which registers may still be read, by thread and place; and which predicates the region of a thread can keep."""

    def __init__(self, system: System, leak: bool = False) -> None:
        """`leak`: what others write is followed in the regions of idle threads."""
        self.system = system
        self.leak = leak
        self._writers: dict[Variable, set[int]] = {}
        for number, function in enumerate(system.templates):
            for op in (op for edge in function.edges for op in edge.ops):
                target = op_changed(op)
                if target is not None and target.shared:
                    self._writers.setdefault(target, set()).add(number)
        self._lives = [Liveness(function.edges) for function in system.templates]
        self._at: dict[tuple[int, int], frozenset[object]] = {}

    def holds(self, predicate: Expr, control: Control) -> bool:
        """Whether all registers of a predicate live at a control."""
        for variable in expr_variables(predicate):
            origin = self.system.origin(variable)
            if origin is not None and (origin[1] >= len(control.at) or origin[0] not in self._registers(control.at[origin[1]])):
                return False
        return True

    def reads(self, variable: Variable, control: Control, thread: int) -> bool:
        """Whether it is a register that this thread may still read."""
        origin = self.system.origin(variable)
        return origin is not None and origin[1] == thread and origin[0] in self._registers(control.at[thread])

    def keeps(self, predicate: Expr, template: int) -> bool:
        """Whether what a thread knows about a predicate outlives that others run."""
        others = set().union(*(self._writers.get(variable, ()) for variable in expr_variables(predicate)))
        return self.leak or others <= {template}

    def _registers(self, place: tuple[int, int]) -> frozenset[object]:
        found = self._at.get(place)
        if found is None:
            live = self._lives[place[0]]
            found = self._at[place] = frozenset() if place[1] == END else frozenset(live.registers(live.at(place[1])))
        return found


class ThreadPrecisions:
    """Immutable but for what is remembered."""

    def __init__(
        self,
        living: Living,
        whole: frozenset[Expr] = frozenset(),
        threads: dict[int, frozenset[Expr]] | None = None,
        places: dict[Place, frozenset[Expr]] | None = None,
        tracked: frozenset[Variable] = frozenset(),
    ) -> None:
        self.living = living
        self.whole, self.threads, self.places, self.tracked = whole, threads or {}, places or {}, tracked
        self._whole_memo: dict[tuple[tuple[int, int], ...], Precision] = {}
        self._own_memo: dict[tuple[int, tuple[int, int]], Precision] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ThreadPrecisions) and self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]

    def _key(self) -> tuple[object, ...]:
        return self.whole, self.threads, self.places, self.tracked

    def predicates(self) -> frozenset[Expr]:
        return self.whole.union(*self.threads.values(), *self.places.values())

    def count(self) -> int:
        """How much has to be known: predicates and variables."""
        return len(self.predicates()) + len(self.tracked)

    def whole_at(self, control: Control) -> Precision:
        found = self._whole_memo.get(control.at)
        if found is None:
            shared = frozenset(v for v in self.tracked if self.living.system.origin(v) is None)
            kept = frozenset(p for p in self.whole if self.living.holds(p, control))
            found = self._whole_memo[control.at] = Precision(shared, kept)
        return found

    def own_at(self, control: Control, thread: int) -> Precision:
        place = control.at[thread]
        found = self._own_memo.get((thread, place))
        if found is None:
            every = self.threads.get(thread, frozenset()) | self.places.get((thread, place[1]), frozenset())
            kept = frozenset(p for p in every if self.living.holds(p, control))
            registers = frozenset(v for v in self.tracked if self.living.reads(v, control, thread))
            found = self._own_memo[thread, place] = Precision(registers, kept)
        return found

    def tracking(self, variables: Iterable[Variable]) -> ThreadPrecisions:
        return ThreadPrecisions(self.living, self.whole, self.threads, self.places, self.tracked.union(variables))

    def without(self, variables: Iterable[Variable]) -> ThreadPrecisions:
        return ThreadPrecisions(self.living, self.whole, self.threads, self.places, self.tracked.difference(variables))

    def grown(self, wishes: Iterable[Wish], level: str) -> ThreadPrecisions | None:
        """With more predicates; None if all of them are there already."""
        whole, threads, places = set(self.whole), dict(self.threads), dict(self.places)
        for predicate, control in wishes:
            owners = {origin[1] for origin in map(self.living.system.origin, expr_variables(predicate)) if origin is not None}
            owner = min(owners, default=0)
            local = len(owners) == 1 and owner < len(control.at) and self.living.keeps(predicate, control.at[owner][0])
            if not local or level == "everything":
                whole.add(predicate)
            elif level == "thread":
                threads[owner] = threads.get(owner, frozenset()) | {predicate}
            else:
                place = (owner, control.at[owner][1])
                places[place] = places.get(place, frozenset()) | {predicate}
        found = ThreadPrecisions(self.living, frozenset(whole), threads, places, self.tracked)
        return None if found == self else found
