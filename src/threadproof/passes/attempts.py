"""Attempts that leave no trace: where weak synchronisation is only that of spin locks, data races are adjacent accesses after
all.

`while (exchange(&lock, 1, acquire)) {}` is weak: an exchange that reads 1 reads what another acquiring exchange wrote, and
learns of it without an order between the two. But it goes round and tries again. An *attempt* is a way of one thread from the
begin of an atomic section, its *site*, back to there, at whose end each live register holds what it held, and that wrote to
memory only what was there, by read-modify-writes. Without it the execution is one as well, and happens-before orders no more
than before: nothing depends on an attempt, and release sequences continue through read-modify-writes of others.

**Claim.** If an execution has a data race, a state is reachable in which two threads are about to make conflicting accesses,
given that each section that reads what it is not ordered with (a relaxed read, a lock that is found taken, or an acquiring read
of a value that some weak write to the object writes) is inside an attempt, wherever its thread goes from there; that in the first
section of an attempt, whether and where something that can race is accessed does not depend on what that section reads; that
after it an attempt only reads what can race if the first section has accessed that as well, no less plainly, and the thread has
released nothing since; and that sections are not `mixed`.

**Proof.** Of all executions with a data race take one with fewest such attempts, ended or not, cut after b, the first access
that races with an earlier one, a. Dropping an attempt that contains neither keeps the race; so there is none. An attempt that
contains a or b has it in its first section: of what it accesses after that, the access in the first section would race too, and
earlier. Take what happens before a or before b: whole sections, since none releases anything before its end that it goes on
after (`mixed`). None of them is of the kind above, so each acquires, and reads a value that only strong writes write, or plain
ones (of which b is the first that races). Hence every read finds its write, and at the end the sections of a and b are both next.
Each makes its access there: either it only reads what happens before the access, or it is the first section of an attempt, which
makes it whatever it reads.

What is looked at are the ways through one thread of a lowered program, with every value that the objects may hold: each of the
constants that the program writes there, and, unless it writes nothing else, something that is none of them. A way that comes
back unchanged to where it was is not followed again.
"""

from __future__ import annotations

from threadproof.analyses.accesses import alone_locations, op_accesses
from threadproof.analyses.graph import with_edges
from threadproof.analyses.liveness import Liveness
from threadproof.analyses.raceable import change, depths, is_access, raceable, source
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.happens_before import is_sync
from threadproof.ir.op import Sync
from threadproof.ir.program import Function, Program
from threadproof.ir.uses import expr_variables, op_target
from threadproof.passes.attempt_paths import (
    WEAK_READS,
    WEAK_WRITES,
    Position,
    SiteWalk,
    SiteWay,
    TemplateSites,
    Values,
    WalkGaveUp,
)
from threadproof.passes.mixed_synchronisation import mixed
from threadproof.passes.synchronisation import effect, partial, places
from threadproof.passes.watch import any_change
from threadproof.records import replace

FEW = 8  # values that an object may hold, each of which is followed


def traceless(program: Program) -> bool:
    """Whether all that is weak in a lowered program is part of attempts, so that races are states."""
    objects = _Objects(program)
    if not objects.exact or mixed(program):
        return False
    templates = [_AttemptTemplate(program, function, objects) for function in program.functions.values()]
    weak: dict[Variable, Values] = dict.fromkeys(objects.weak, frozenset())
    for way in (way for template in templates for ways in template.ways.values() for way in ways):
        for variable, value in way.released:
            known = objects.held.get(variable, frozenset())
            weak[variable] = _either(weak[variable], frozenset([value]) if value in known else None)
    return all(template.complete() and template.traceless(weak) for template in templates)


def without_marks(program: Program) -> Program:
    """Without what only says how sections synchronise."""
    functions = {}
    for name, function in program.functions.items():
        edges = []
        for edge in function.edges:
            made = tuple(ops.Skip() if _is_mark(op, source(edge, n)) else op for n, op in enumerate(edge.ops))
            edges.append(replace(edge, ops=made))
        functions[name] = with_edges(function, edges)
    return replace(program, functions=functions)


def _is_mark(op: ops.Op, origin: ops.Op | None) -> bool:
    """Checks on the way to an access remain."""
    return isinstance(op, ops.Assign | ops.Fence) and origin is not None and is_sync(origin)


class _Objects:
    """To which objects weak writes write, and what they may hold."""

    def __init__(self, program: Program) -> None:
        self.raceable, self.exact, self.weak = raceable(program), True, set[Variable]()
        every = [(edge, n) for function in program.functions.values() for edge in function.edges for n in range(len(edge.ops))]
        for edge, position in every:
            origin = source(edge, position)
            kind = effect(edge.ops[position], origin)
            where = list(places(edge.ops[position])) if kind is not None else []
            self.exact = self.exact and not (where and partial(where, origin))
            self.weak |= {place.variable for place in where if kind in WEAK_WRITES}
        self.held: dict[Variable, frozenset[Expr]] = {}
        self.closed = set(program.initial)  # objects that hold nothing else
        for variable, initial in program.initial.items():
            self.holds(variable, initial)
        for edge, position in every:
            op = edge.ops[position]
            target = op.array if isinstance(op, ops.Write) else op_target(op)
            if target is not None and target.shared:
                self.holds(target, op.value if isinstance(op, ops.Assign | ops.Write) else None)

    def holds(self, variable: Variable, value: Expr | None) -> None:
        """All constants that an object may hold, unless they are too many; then, and after other writes, also something else."""
        before = self.held.get(variable, frozenset())
        if value is not None and value.is_const and len(before | {value}) <= FEW:
            self.held[variable] = before | {value}
        else:
            self.closed.discard(variable)

    def matters(self, op: ops.Op, origin: ops.Op | None, inside: bool) -> bool:
        """Whether it may learn something without an order."""
        kind = effect(op, origin)
        reads = any(access.variable in self.weak for access in op_accesses(op) if not access.write)
        return kind in WEAK_READS or kind in WEAK_WRITES or (reads and (kind is Sync.ACQUIRE or (inside and is_access(origin))))


class _AttemptTemplate:
    """The sites of one template, and the ways from each."""

    def __init__(self, program: Program, function: Function, objects: _Objects) -> None:
        self.function, self.objects = function, objects
        self.alone = alone_locations(program) if function is program.entry else set[int]()
        self.depth = depths(function, any_change)
        self.out = function.successors()
        self.seen: set[Position] = set()  # followed in sections of sites
        lost: set[Position] = set()
        self.sites = {self._begin(at): None for at in self.depth if at not in self.alone and self._is_site(at)}
        known = TemplateSites(
            self.out, Liveness(function.edges), self.sites.keys(), objects.raceable, objects.held, objects.closed
        )
        self.ways: dict[int, list[SiteWay]] = {}
        for site in self.sites:
            walk = SiteWalk(known, site)
            try:
                self.ways[site] = list(walk.run())
                self.seen |= walk.seen
            except WalkGaveUp:
                lost |= self._section(site)
        self.seen -= lost

    def _section(self, site: int) -> set[Position]:
        """What may belong to the section of a site that was not followed; another one may come there, too."""
        found: set[Position] = set()
        seen, work = {site}, [site]
        while work:
            for edge in self.out.get(work.pop(), ()):
                found |= {(edge, position) for position in range(len(edge.ops))}
                goes_on = self.depth[edge.target] > 0 or all(isinstance(op, ops.Assign) for op in edge.ops)
                if goes_on and edge.target not in seen:
                    seen.add(edge.target)
                    work.append(edge.target)
        return found

    def _is_site(self, at: int) -> bool:
        first = [(edge.ops[0], source(edge, 0)) for edge in self.out.get(at, ()) if edge.ops]
        return self.depth[at] == 0 and any(isinstance(op, ops.AtomicBegin) or effect(op, origin) for op, origin in first)

    def _begin(self, at: int) -> int:
        """Registers that are set right before belong to the site: each attempt sets them anew."""
        while True:
            into = [edge for edge in self.function.edges if edge.target == at]
            if len(into) != 1 or len(self.out[into[0].source]) != 1 or at == self.function.entry:
                return at
            if not all(isinstance(op, ops.Assign) and not list(op_accesses(op)) for op in into[0].ops):
                return at
            at = into[0].source

    def complete(self) -> bool:
        """Whether all that matters was followed."""
        inside = depths(self.function, change)
        for edge in self.function.edges:
            blocks = inside.get(edge.source, 0)
            for position, op in enumerate(edge.ops):
                origin = source(edge, position)
                blocks += change(op, origin)
                if edge.source in self.alone or edge.source not in self.depth or (edge, position) in self.seen:
                    continue
                if self.objects.matters(op, origin, blocks > 0):
                    return False
        return True

    def traceless(self, weak: dict[Variable, Values]) -> bool:
        return all(self._traceless(site, weak) or self._covered(site) for site in self.ways)

    def _traceless(self, site: int, weak: dict[Variable, Values]) -> bool:
        return all(way.back or not _learns(way, weak) for way in self.ways[site])

    def _covered(self, site: int) -> bool:
        """Whether it is only come to in attempts of another site."""
        for other, ways in self.ways.items():
            through = [way for way in ways if site in way.visits]
            others = {self.function.entry, *(way.end for way in ways if not way.back)}
            if other != site and through and all(way.back for way in through) and not self._reached(site, others, other):
                return True
        return False

    def _reached(self, location: int, starts: set[int], without: int) -> bool:
        seen, work = {without}, list(starts)
        while work:
            at = work.pop()
            if at not in seen:
                seen.add(at)
                work.extend(edge.target for edge in self.out.get(at, ()))
        return location in seen


def _learns(way: SiteWay, weak: dict[Variable, Values]) -> bool:
    """Whether its section reads what it is not ordered with."""
    acquired = {variable for kind, variable, _ in way.read if kind is Sync.ACQUIRE}
    for kind, variable, value in way.read:
        written = weak.get(variable, frozenset())
        known = value not in (written or ()) and not any(part.shared for part in expr_variables(value))
        if kind in WEAK_READS or written is None or (variable in weak and not (known and variable in acquired)):
            return True
    return False


def _either(one: Values, other: Values) -> Values:
    return None if one is None or other is None else one | other
