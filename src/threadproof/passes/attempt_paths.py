"""Symbolic execution of one thread from where an atomic section begins, for `attempts`: its paths until the thread is
back, goes round within, or does what no attempt does.

Registers and memory hold terms over what the registers held at the begin and over values that are not known. What memory holds is
known within a section only, where others cannot write; a section begins with each value that the objects may hold.

What the first section of an attempt accesses must not depend on what that reads: an attempt is no part of what happens before its
own accesses, so it would find something else there, without the weak writes of others. A way whose section accesses what can race
*late* (whether or where depends on memory), and not what it has accessed before in as strong a way, is no attempt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from threadproof.analyses.accesses import SharedAccess, op_accesses
from threadproof.analyses.liveness import Liveness
from threadproof.analyses.raceable import change, is_access, source
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.happens_before import is_sync
from threadproof.ir.op import Sync
from threadproof.ir.program import Edge
from threadproof.ir.types import ArrayType, Type
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import substitute
from threadproof.passes.synchronisation import SyncPlace, effect
from threadproof.records import dataclass, replace

LIMIT = 3000  # edges that are followed from one site
WEAK_WRITES, WEAK_READS = (Sync.PUBLISH, Sync.CARRY), (Sync.OBSERVE, Sync.LOOK)
LOCAL = ops.Skip | ops.Assume | ops.Await | ops.Check | ops.Assign | ops.Havoc | ops.Write | ops.AtomicBegin | ops.AtomicEnd
Position = tuple[Edge, int]
Values = frozenset[Expr] | None  # None: anything
Memory = dict[SyncPlace, Expr]


class WalkGaveUp(Exception):
    """A site does more than is followed here."""


@dataclass(frozen=True, slots=True)
class SiteWay:
    """A way from a site. `read`: by its section, and how (None: not said); `released`: what that wrote weakly; `visits`: other
    sites on it; `back`: it is an attempt; `end`: where it was left."""

    read: tuple[tuple[Sync | None, Variable, Expr], ...]
    released: tuple[tuple[Variable, Expr], ...]
    visits: frozenset[int]
    back: bool
    end: int


@dataclass(frozen=True, slots=True)
class Done:
    """An access that the first section has made."""

    place: SyncPlace
    write: bool
    atomic: bool

    def covers(self, other: Done) -> bool:
        """Whether it races with whatever the other one races with."""
        return self.place == other.place and self.write >= other.write and self.atomic <= other.atomic


@dataclass(frozen=True, slots=True)
class TemplateSites:
    """What is known about the template: edges by where they begin, live registers, sites; and about objects: which can race,
    which constants they may hold, and of which that is all."""

    out: Mapping[int, list[Edge]]
    live: Liveness
    sites: Set[int]
    raceable: Set[Variable]
    held: Mapping[Variable, frozenset[Expr]]
    closed: Set[Variable]

    def decides(self, at: int) -> bool:
        """Whether the thread only looks where it goes."""
        return all(isinstance(op, ops.Assume | ops.Skip) for edge in self.out.get(at, ()) for op in edge.ops)


@dataclass(frozen=True, slots=True)
class _At:
    """Where a way has come to."""

    location: int
    registers: dict[Variable, Expr]
    memory: Memory  # that is known until the section ends
    depth: int = 0
    blocks: int = 0  # of these, begun by the program itself
    left: bool = False  # the thread does something else
    first: bool = True  # in the section of the site
    silent: bool = True  # nothing else was written than what was there
    released: bool = False  # what the first step did may be ordered before what others do
    touched: bool = False  # the first step has accessed something
    done: frozenset[Done] = frozenset()  # by the first step
    told: frozenset[Variable] = frozenset()  # registers that depend on what the first step has read
    decided: bool = False  # so does where it went
    late: bool = False  # so does what it accessed
    way: SiteWay = SiteWay((), (), frozenset(), False, -1)
    passed: tuple[tuple[int, dict[Variable, Expr], bool], ...] = ()


class SiteWalk:
    """All ways from a site, depth first."""

    def __init__(self, template: TemplateSites, site: int) -> None:
        self.template, self.site = template, site
        self.seen: set[Position] = set()
        self.fresh = self.steps = 0

    def run(self) -> Iterator[SiteWay]:
        work = [_At(self.site, {}, {})]
        while work:
            at = work.pop()
            for edge in self.template.out.get(at.location, ()):
                self.steps += 1
                if self.steps > LIMIT:
                    raise WalkGaveUp
                for after in self.edge(edge, at):
                    ended = self.ended(after)
                    if isinstance(ended, SiteWay):
                        yield ended
                    elif ended is not None:
                        work.append(ended)

    def ended(self, at: _At) -> SiteWay | _At | None:
        """The way, if it ends there; None if it has only gone round within."""
        if at.left:
            return replace(at.way, end=at.location)
        if at.depth:
            return at
        if at.location == self.site:
            return replace(at.way, back=at.silent and not at.late and self.same(at, {}), end=at.location)
        for location, registers, released in at.passed:
            if location == at.location:
                again = at.silent and at.released == released and self.same(at, registers)
                return None if again else replace(at.way, end=at.location)
        if not (at.silent or at.first) and not self.template.decides(at.location):
            return replace(at.way, end=at.location)
        visits = at.way.visits | ({at.location} if at.location in self.template.sites else set())
        return replace(at, way=replace(at.way, visits=visits), passed=(*at.passed, (at.location, at.registers, at.released)))

    def same(self, at: _At, before: dict[Variable, Expr]) -> bool:
        live = self.template.live
        return all(
            at.registers.get(register, e.var(register)) is before.get(register, e.var(register))
            for register in live.registers(live.at(at.location))
        )

    def edge(self, edge: Edge, start: _At) -> Iterator[_At]:
        ats = [start]
        for position, op in enumerate(edge.ops):
            origin = source(edge, position)
            if any(at.first for at in ats):
                self.seen.add((edge, position))
            ats = [after for at in ats for after in self.operation(op, origin, at)]
        for at in ats:
            yield replace(at, location=edge.target)

    def operation(self, op: ops.Op, origin: ops.Op | None, at: _At) -> Iterator[_At]:
        if at.left:
            yield at
        elif isinstance(op, ops.Fence):
            yield replace(at, released=True)
        elif not isinstance(op, LOCAL) or not self.allowed(op, origin, at):
            if at.first:
                raise WalkGaveUp
            yield replace(at, left=True)
        else:
            for known in self.reading(op, at):
                yield from self.execute(op, origin, self.accessed(op, origin, known))

    def allowed(self, op: ops.Op, origin: ops.Op | None, at: _At) -> bool:
        """Whether nothing new can race there, and all is said about what it writes."""
        kind = effect(op, origin)
        if kind in (Sync.RELEASE, Sync.PUBLISH) and not at.first:
            return False
        for access in op_accesses(op):
            if access.index is None and isinstance(access.variable.type, ArrayType):
                return False
            again = not at.released and self.covered(self.access(access, origin, at), at)
            if not at.first and access.variable in self.template.raceable and not again:
                return False
        return not isinstance(op, ops.Write) or op.array.shared

    def access(self, access: SharedAccess, origin: ops.Op | None, at: _At) -> Done:
        return Done(self.place(access, at), access.write, at.blocks > 0 or bool(getattr(origin, "atomic", False)))

    def covered(self, access: Done, at: _At) -> bool:
        return any(before.covers(access) for before in at.done)

    def accessed(self, op: ops.Op, origin: ops.Op | None, at: _At) -> _At:
        """What the first section does to memory, and whether that is late."""
        if not at.first or (origin is not None and is_sync(origin)):
            return at
        for access in op_accesses(op):
            found = self.access(access, origin, at)
            told = at.decided or (access.index is not None and self.depends(access.index, at))
            late = told and access.variable in self.template.raceable and not self.covered(found, at)
            at = replace(at, done=at.done | ({found} if is_access(origin) else set()), late=at.late or late)
        return at

    def depends(self, expr: Expr, at: _At) -> bool:
        """Whether its value depends on what memory holds."""
        return any(variable.shared or variable in at.told for variable in expr_variables(expr))

    def place(self, access: SharedAccess, at: _At) -> SyncPlace:
        return SyncPlace(access.variable, None if access.index is None else self.value(access.index, at))

    def reading(self, op: ops.Op, at: _At) -> Iterator[_At]:
        """With each value that it may find in memory."""
        found = [at]
        for access in op_accesses(op):
            if not access.write:
                found = [known for one in found for known in self.known(access, one)]
        return iter(found)

    def known(self, access: SharedAccess, at: _At) -> Iterator[_At]:
        place = self.place(access, at)
        if place in at.memory:
            yield at
            return
        constants = sorted(self.template.held.get(access.variable, ()), key=str)
        if access.variable not in self.template.closed:
            type_ = access.variable.type
            constants.append(self.any(type_.element if isinstance(type_, ArrayType) else type_))
        for value in constants:
            yield replace(at, memory={**at.memory, place: value}, touched=True)

    def any(self, type_: Type) -> Expr:
        self.fresh += 1
        return e.var(Variable(f"%any{self.fresh}", type_))

    def value(self, expr: Expr, at: _At) -> Expr:
        def known(node: Expr) -> Expr | None:
            if node.op == "var":
                return at.memory.get(SyncPlace(node.payload, None)) if node.payload.shared else at.registers.get(node.payload)
            return at.memory.get(SyncPlace(node.args[0].payload, node.args[1])) if _is_element(node) else None

        return substitute(expr, known)

    def execute(self, op: ops.Op, origin: ops.Op | None, at: _At) -> Iterator[_At]:
        kind = effect(op, origin)
        if kind is not None:
            at = self.marked(op, kind, at)
        elif at.first and is_access(origin) and not isinstance(op, ops.Check):
            read = tuple((None, a.variable, self.value(_term(a), at)) for a in op_accesses(op) if not a.write)
            at = replace(at, way=replace(at.way, read=at.way.read + read))
        match op:
            case ops.AtomicBegin():
                yield replace(at, depth=at.depth + 1, blocks=at.blocks + change(op, origin))
            case ops.AtomicEnd() if at.depth <= 1:
                yield replace(at, depth=0, blocks=0, memory={}, first=False)
            case ops.AtomicEnd():
                yield replace(at, depth=at.depth - 1, blocks=max(0, at.blocks + change(op, origin)))
            case ops.Assume() | ops.Await():
                if self.value(op.condition, at) is not e.FALSE:
                    yield self.outside(replace(at, decided=at.decided or self.depends(op.condition, at)))
            case ops.Havoc():
                yield self.outside(self.assigned(SyncPlace(op.target, None), self.any(op.target.type), at))
            case ops.Assign():
                told = at.told | {op.target} if self.depends(op.value, at) else at.told - {op.target}
                yield self.outside(self.assigned(SyncPlace(op.target, None), self.value(op.value, at), replace(at, told=told)))
            case ops.Write():
                yield self.outside(self.assigned(SyncPlace(op.array, self.value(op.index, at)), self.value(op.value, at), at))
            case _:
                yield self.outside(at)

    def outside(self, at: _At) -> _At:
        """What memory holds is known within a section only."""
        return at if at.depth else replace(at, memory={}, first=at.first and not at.touched)

    def assigned(self, place: SyncPlace, value: Expr, at: _At) -> _At:
        if not place.variable.shared:
            return replace(at, registers={**at.registers, place.variable: value})
        if at.memory.get(place) is value:
            return at
        memory = {known: held for known, held in at.memory.items() if known.variable is not place.variable}
        return replace(at, memory={**memory, place: value}, silent=False, touched=True)

    def marked(self, op: ops.Op, kind: Sync, at: _At) -> _At:
        """What an operation says about how its section synchronises. A store ends the release sequences of others."""
        way = at.way
        found = [(a.variable, self.value(_term(a), at)) for a in op_accesses(op) if not a.write]
        if at.first and kind in (Sync.ACQUIRE, *WEAK_READS):
            way = replace(way, read=way.read + tuple((kind, variable, value) for variable, value in found))
        if at.first and kind in WEAK_WRITES:
            way = replace(way, released=way.released + tuple(found))
        stores, releases = kind in (Sync.RELEASE, Sync.PUBLISH), kind in (Sync.RELEASE, Sync.EXTEND)
        return replace(at, way=way, silent=at.silent and not stores, released=at.released or releases)


def _is_element(node: Expr) -> bool:
    return node.op == "select" and node.args[0].op == "var" and bool(node.args[0].payload.shared)


def _term(access: SharedAccess) -> Expr:
    """What is read there."""
    whole = e.var(access.variable)
    return whole if access.index is None else e.select(whole, access.index)
