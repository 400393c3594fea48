"""Data races as failing checks by happens-before tracking: one access is chosen, and what happens after it is marked.
For programs with weak synchronisation, where threads observe each other without being ordered.

`ir.happens_before` says what a data race is and why one bit suffices: the earlier access of a pair is chosen, noted in the
variable that belongs to its place (as in `watch`; here an atomic one may be chosen, too), and its thread goes on. A register
of each thread says whether the access that was chosen happens before its present (`%hb`), two more whether it happens before
its last release fence, and whether an acquire fence would make it so. A shared variable for each synchronisation object says
whether the release sequences in force there carry it. A conflicting access of a thread that is not marked fails.

Bits are enough for an object, too, unless it is written by relaxed writes *and* released otherwise: a relaxed write
ends the release sequences of other threads and continues those of its own, so there is one bit for each thread.
(Without other releases, what a thread has released into the object earlier came from an earlier release fence of its
own, and marks never go away.)

The variable whose accesses may be chosen is fixed before the program begins (`%hb.which` starts with any value and never
changes), so accesses to different variables do not depend on each other. What of an execution comes after a second choice is
discarded, for it is part of another one. What is not exact ends in a `Cut`: two atomic objects that share a variable here,
more than 64 threads.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.analyses.accesses import SharedAccess, alone_locations, op_accesses, single_templates
from threadproof.analyses.graph import with_edges
from threadproof.analyses.raceable import change, depths, is_access, raceable, source
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Sync
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import BOOL, U32, U64, ArrayType
from threadproof.passes.synchronisation import SyncPlace, effect, element, partial, places
from threadproof.passes.watch import ATOMIC, Watched, any_change, is_watch
from threadproof.records import replace

THREADS = 64  # bits of a mask
NOW, FENCE, PENDING = (Variable(name, BOOL) for name in ("%hb", "%hb.released", "%hb.pending"))
WHICH = Variable("%hb.which", U32, True)
READS, WRITES = (Sync.ACQUIRE, Sync.OBSERVE), (Sync.RELEASE, Sync.PUBLISH, Sync.EXTEND, Sync.CARRY)


def track_races(program: Program) -> Program:
    watched = {variable: Watched(variable) for variable in sorted(raceable(program), key=lambda v: v.name)}
    marks = _Marks(program, watched)
    alone = alone_locations(program)
    functions = {}
    for name, function in program.functions.items():
        functions[name] = _Tracker(function, marks, name == program.main, alone if name == program.main else set()).run()
    made = [variable for found in watched.values() for variable in found.variables()]
    made += [found.variable for found in marks.carried.values()]
    initial = {variable: e.zero(element(variable.type)) for variable in made}
    initial |= {variable: e.zero(U64) if marks.few else e.FALSE for variable in (marks.born, marks.ended)}
    return replace(program, functions=functions, initial={**program.initial, **initial})


class Carried:
    """Whether the release sequences in force at an object carry the access that was chosen. `by`: those of which threads."""

    def __init__(self, variable: Variable, by: bool) -> None:
        self.by, kind = by, U64 if by else BOOL
        type_ = ArrayType(kind, variable.type.size) if isinstance(variable.type, ArrayType) else kind
        self.variable = Variable(f"{variable.name}%carries", type_, True)

    def get(self, index: Expr | None) -> Expr:
        found = e.var(self.variable)
        return e.select(found, index) if index is not None else found

    def is_set(self, index: Expr | None) -> Expr:
        return e.ne(self.get(index), e.zero(U64)) if self.by else self.get(index)

    def put(self, index: Expr | None, value: Expr) -> ops.Op:
        return ops.Assign(self.variable, value) if index is None else ops.Write(self.variable, index, value)

    def own(self, when: Expr) -> Expr:
        """The bit of the running thread, or none."""
        mine = _bit(e.this_thread())
        return e.ite(when, mine, e.zero(U64)) if self.by else when

    def written(self, kind: Sync, index: Expr | None, released: Expr) -> ops.Op:
        """After a write that releases what is marked in `released`."""
        new = self.own(released)
        if kind in (Sync.EXTEND, Sync.CARRY):
            old = self.get(index)
            new = e.binary("or", old, new) if self.by else e.lor(old, new)
        elif kind is Sync.PUBLISH and self.by:
            new = e.binary("or", e.binary("and", self.get(index), self.own(e.TRUE)), new)
        return self.put(index, new)


class _Marks:
    """The variables of a program: which are watched, which synchronise and how."""

    def __init__(self, program: Program, watched: dict[Variable, Watched]) -> None:
        self.watched = watched
        self.number = {variable: n for n, variable in enumerate(watched)}
        self.few = set(program.functions) <= single_templates(program) and len(program.functions) <= THREADS
        type_ = U64 if self.few else ArrayType(BOOL, 0)
        self.born, self.ended = (Variable(name, type_, True) for name in ("%hb.born", "%hb.ended"))
        kinds: dict[Variable, set[Sync]] = {}
        fences = set()
        for function in program.functions.values():
            for edge in function.edges:
                for position, op in enumerate(edge.ops):
                    if isinstance(op, ops.Fence):
                        fences |= {name for name, does in zip("ar", _fence(op), strict=True) if does}
                    kind = effect(op, source(edge, position))
                    for place in places(op) if kind is not None else ():
                        kinds.setdefault(place.variable, set()).add(kind)  # type: ignore[arg-type]
        self.acquires, self.releases = "a" in fences, "r" in fences
        self.carried = {
            variable: Carried(variable, Sync.PUBLISH in found and bool(found & {Sync.RELEASE, Sync.EXTEND}))
            for variable, found in kinds.items()
            if found & set(READS) and found & set(WRITES)
        }

    def before(self, kind: Sync | None, place: SyncPlace) -> list[ops.Op]:
        """What a read that synchronises does, before its access."""
        found = self.carried.get(place.variable)
        if found is None or kind not in READS:
            return []
        if kind is Sync.OBSERVE:
            return [_mark(PENDING, found.is_set(place.index))] if self.acquires else []
        return [_mark(NOW, found.is_set(place.index))]

    def after(self, kind: Sync | None, place: SyncPlace) -> list[ops.Op]:
        """What a write that synchronises does, after its access."""
        found = self.carried.get(place.variable)
        if found is None or kind is None or kind not in WRITES:
            return []
        relaxed = e.var(FENCE) if self.releases else e.FALSE
        return [found.written(kind, place.index, e.var(NOW) if kind in (Sync.RELEASE, Sync.EXTEND) else relaxed)]

    def fence(self, op: ops.Fence) -> list[ops.Op]:
        acquires, releases = _fence(op)
        result: list[ops.Op] = [_mark(NOW, e.var(PENDING))] if acquires else []
        return [*result, ops.Assign(FENCE, e.var(NOW))] if releases else result or [ops.Skip()]

    def put(self, threads: Variable, thread: Expr) -> ops.Op:
        """Note the mark of the running thread as that of a thread: in a bit if there are few threads, otherwise in an array."""
        if not self.few:
            return ops.Write(threads, _number(thread), e.var(NOW))
        bit = e.ite(e.var(NOW), _bit(thread), e.zero(U64))
        return ops.Assign(threads, e.binary("or", e.var(threads), bit))

    def get(self, threads: Variable, thread: Expr) -> Expr:
        if not self.few:
            return e.select(e.var(threads), _number(thread))
        return e.ne(e.binary("and", e.var(threads), _bit(thread)), e.zero(U64))

    def registers(self) -> list[Variable]:
        return [NOW, *([FENCE] if self.releases else []), *([PENDING] if self.acquires else [])]


class _Tracker:
    """Rewrites one template, operation by operation."""

    def __init__(self, function: Function, marks: _Marks, main: bool, alone: set[int]) -> None:
        self.function, self.marks, self.main, self.alone = function, marks, main, alone
        self.atomic, self.inside = depths(function, change), depths(function, any_change)
        self.edges: list[Edge] = []
        self.made: list[Variable] = []
        self.fresh = 1 + max((max(edge.source, edge.target) for edge in function.edges), default=function.entry)

    def run(self) -> Function:
        for edge in self.function.edges:
            self.split(edge)
        entry = self.prologue()
        result = with_edges(self.function, self.edges, set())
        result.entry = entry
        result.locals.extend([*self.marks.registers(), *self.made])
        return result

    def prologue(self) -> int:
        """A thread begins with what its creator knows."""
        start = self.location()
        born = e.FALSE if self.main else self.marks.get(self.marks.born, e.this_thread())
        given = [ops.Assign(register, born if register is NOW else e.FALSE) for register in self.marks.registers()]
        blank = Edge(start, self.function.entry, (), self.function.pos)
        at = self.steps(blank, start, given, self.function.entry if not self.masks else None)
        if self.masks:
            few = e.lt(e.this_thread(), e.const(U32, THREADS))
            self.steps(blank, at, [ops.Assume(few)], self.function.entry)
            self.steps(blank, at, [ops.Assume(e.lnot(few)), ops.Cut(f"more than {THREADS} threads release by relaxed writes")])
        return start

    @property
    def masks(self) -> bool:
        return not self.main and not self.marks.few and any(found.by for found in self.marks.carried.values())

    def split(self, edge: Edge) -> None:
        at, atomic, inside = edge.source, self.atomic.get(edge.source, 0), self.inside.get(edge.source, 0)
        alone = edge.source in self.alone
        for number, op in enumerate(edge.ops):
            origin = source(edge, number)
            target = edge.target if number == len(edge.ops) - 1 else self.location()
            part = replace(edge, source=at, target=target, ops=(op,), origin=edge.origin[number : number + 1])
            if alone and not isinstance(op, ops.Fence):  # nothing is chosen yet, so there is nothing to hand on either
                self.edges.append(part)
            else:
                self.rewrite(part, op, origin, atomic > 0, inside > 0)
            alone = alone and not isinstance(op, ops.Spawn)
            atomic, inside = max(0, atomic + change(op, origin)), max(0, inside + any_change(op, origin))
            at = target

    def rewrite(self, edge: Edge, op: ops.Op, origin: ops.Op | None, atomic: bool, block: bool) -> None:
        if isinstance(op, ops.Fence):
            self.steps(edge, edge.source, self.marks.fence(op), edge.target)
        elif isinstance(op, ops.Spawn):
            born = self.marks.put(self.marks.born, e.var(op.target))
            self.steps(edge, edge.source, _whole([op, born], block), edge.target)
        elif isinstance(op, ops.Join):
            self.steps(edge, edge.source, [op, _mark(NOW, self.marks.get(self.marks.ended, op.thread))], edge.target)
        elif isinstance(op, ops.ThreadExit):
            ended = self.marks.put(self.marks.ended, e.this_thread())
            self.steps(edge, edge.source, [*_whole([ended], block), op], edge.target)
        else:
            self.access(edge, op, origin, atomic, block)

    def access(self, edge: Edge, op: ops.Op, origin: ops.Op | None, atomic: bool, block: bool) -> None:
        kind = effect(op, origin)
        where = list(places(op)) if kind is not None else []
        accesses = [a for a in op_accesses(op) if a.variable in self.marks.watched] if is_access(origin) else []
        first = [made for place in where for made in self.marks.before(kind, place)]
        last = [made for place in where for made in self.marks.after(kind, place)]
        if not (accesses or first or last):
            self.edges.append(edge)
            return
        if (first or last) and (isinstance(op, ops.Assume | ops.Await) or partial(where, origin)):
            self.steps(edge, edge.source, [ops.Cut(f"atomic objects that share {where[0].variable.name}, for data races")])
            return
        atomic = atomic or bool(getattr(origin, "atomic", False))
        at = edge.source
        if isinstance(op, ops.Assume | ops.Await):  # a branch; when the value was read is not observable
            at, op = self.steps(edge, at, [op]), ops.Skip()
            edge = replace(edge, origin=())
        checks = [self.check(access, atomic) for access in accesses]
        made: list[ops.Op] = [*first, *checks, op]
        for access in accesses:
            at = self.choice(edge, at, access, made, last, atomic, block)
        self.steps(edge, at, _whole([*made, *last], block), edge.target)

    def check(self, access: SharedAccess, atomic: bool) -> ops.Check:
        free = self.marks.watched[access.variable].free(access, (0,) if atomic else (0, ATOMIC))
        return ops.Check(e.lor(e.var(NOW), free), "data-race", f"data race on {access.variable.name}")

    def choice(
        self, edge: Edge, at: int, access: SharedAccess, made: Sequence[ops.Op], last: Sequence[ops.Op], atomic: bool, block: bool
    ) -> int:
        """The access is chosen, if none was before; or the thread goes on where the result says."""
        chosen = Variable(f"%chosen{len(self.made)}", BOOL)
        self.made.append(chosen)
        here = self.steps(edge, at, [ops.Havoc(chosen, ops.Origin.INPUT)])
        watched = self.marks.watched[access.variable]
        when = e.var(chosen)
        if len(self.marks.number) > 1:
            when = e.land(when, e.eq(e.var(WHICH), e.const(U32, self.marks.number[access.variable])))
        none = ops.Assume(e.eq(e.var(watched.how), e.zero(watched.how.type)), branch=False)
        noted = [*watched.note(access, atomic), ops.Assign(NOW, e.TRUE)]
        self.steps(edge, here, [ops.Assume(when), *_whole([none, *made, *noted, *last], block)], edge.target)
        return self.steps(edge, here, [ops.Assume(e.lnot(when))])

    def steps(self, edge: Edge, at: int, made: Sequence[ops.Op], target: int | None = None) -> int:
        """One edge for each operation. What is added comes from nowhere, except for checks, and for the
        note that an access was made: passes may remove the access itself."""
        for number, op in enumerate(made):
            last = target is not None and number == len(made) - 1
            following = target if last and target is not None else self.location()
            noted = isinstance(op, ops.Assign) and is_watch(op.target)
            own = bool(edge.origin) and (op in edge.ops or isinstance(op, ops.Check) or noted)
            origin = edge.origin if own else ((),)
            self.edges.append(replace(edge, source=at, target=following, ops=(op,), origin=origin))
            at = following
        return at

    def location(self) -> int:
        self.fresh += 1
        return self.fresh


def _fence(op: ops.Fence) -> tuple[bool, bool]:
    """Whether it acquires, and releases."""
    return "R" in op.before and op.after == "RW", op.before == "RW" and "W" in op.after


def _mark(register: Variable, when: Expr) -> ops.Op:
    return ops.Assign(register, e.lor(e.var(register), when))


def _number(thread: Expr) -> Expr:
    return e.cast(U64, thread)


def _bit(thread: Expr) -> Expr:
    return e.binary("shl", e.const(U64, 1), _number(thread))


def _whole(made: Sequence[ops.Op], block: bool) -> Sequence[ops.Op]:
    """As one step."""
    return made if block else [ops.AtomicBegin(), *made, ops.AtomicEnd()]
