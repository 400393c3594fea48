"""Loads, stores, allocations and frees of one template become accesses to the cells of regions.

Every access has *alternatives*: for each position that its address may mean, the condition and the operations. One
alternative is one edge that first checks the condition; several become sibling edges, with one more for the case that none
holds. That is an error of the access (`invalid-deref`, `invalid-free`), or a `Cut` where the analysis could not tell what
the address may be. An access that touches more than one shared variable (a cell and the mark of a dead object, or several
bytes) is an atomic block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from threadproof.analyses.andersen import StridedAddress
from threadproof.analyses.liveness import maybe_unset
from threadproof.analyses.points_to import Pointees, PointsTo, Target
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function
from threadproof.ir.types import BOOL, byte_size
from threadproof.ir.uses import map_op, op_target, op_variables
from threadproof.ir.walk import substitute
from threadproof.passes.memory.cells import load, store
from threadproof.passes.memory.displaced import Displaced, Limit, implied
from threadproof.passes.memory.facts import AllocationSite, nested, user_place
from threadproof.passes.memory.initial import Initial
from threadproof.passes.memory.locate import Located, Position, locate_exact, locate_moving, positions
from threadproof.passes.memory.plan import MemoryPlan
from threadproof.passes.memory.region import Region, RegionKind
from threadproof.records import dataclass, replace

COMPARED = "the address of an object that has ended is compared"
Access = ops.Load | ops.Store | ops.Free | ops.ObjectSize


@dataclass(frozen=True, slots=True)
class GuardedOps:
    guard: Expr
    ops: tuple[ops.Op, ...]


class Lowering:
    def __init__(self, plan: MemoryPlan, points: PointsTo, initial: Initial, function: Function) -> None:
        self.plan, self.points, self.initial = plan, points, initial
        self.template = function.name
        self.function = replace(function, edges=[], locals=list(function.locals))
        self.source = function
        self._next = 1 + max((max(edge.source, edge.target) for edge in function.edges), default=0)
        self._next = max(self._next, function.entry + 1)
        self._memo: dict[Expr, Expr] = {}
        self._displaced = Displaced(plan, points, function.name)
        self._fixed = self._addresses_of_sites()
        self._stack = [s for s in plan.facts.sites.values() if s.template == function.name and s.edge in plan.facts.outlived]

    def run(self) -> Function:
        for edge in self.source.edges:
            match edge.ops[0]:
                case ops.Load() | ops.Store() | ops.Free() | ops.ObjectSize() as op:
                    self._access(edge, op)
                case ops.Compared() as op:
                    self._emit(edge, edge.source, edge.target, self._comparable(op) or (ops.Skip(),))
                case ops.Alloc() as op:
                    self._allocate(edge, op)
                case ops.Lifetime() as op:
                    self._emit(edge, edge.source, edge.target, self._turned(op) or (ops.Skip(),))
                case op:
                    self._emit(edge, edge.source, edge.target, (*self._endings(edge), self._rewritten(op)))
        self._prologue()
        return self.function

    # -- edges ---------------------------------------------------------------------------------------------------------

    def _location(self) -> int:
        self._next += 1
        return self._next - 1

    def _emit(self, edge: Edge, source: int, target: int, operations: Sequence[ops.Op]) -> None:
        operations = _indivisible(operations)
        origin = edge.origin[0] if edge.origin else ()
        self.function.edges.append(Edge(source, target, operations, edge.pos, origin=(origin,) * len(operations)))

    def _choose(self, edge: Edge, alternatives: list[GuardedOps], otherwise: ops.Op) -> None:
        """Branch on the alternatives; `otherwise` where none of them applies."""
        alternatives = [alternative for alternative in alternatives if alternative.guard is not e.FALSE]
        if len(alternatives) == 1 and isinstance(otherwise, ops.Check):
            guard = alternatives[0].guard
            check = () if guard is e.TRUE else (replace(otherwise, condition=guard),)
            self._emit(edge, edge.source, edge.target, (*check, *alternatives[0].ops))
            return
        if not alternatives:
            self._emit(edge, edge.source, self._location(), (otherwise,))
            return
        rest: Expr = e.TRUE
        for alternative in alternatives:
            guard = e.land(rest, alternative.guard) if alternative.guard is e.TRUE else alternative.guard
            self._emit(edge, edge.source, edge.target, (ops.Assume(guard), *alternative.ops))
            rest = e.land(rest, e.lnot(alternative.guard))
        if rest is not e.FALSE:
            self._emit(edge, edge.source, self._location(), (ops.Assume(rest), otherwise))

    # -- expressions ---------------------------------------------------------------------------------------------------

    def _value(self, expr: Expr) -> Expr:
        """The expression with addresses as numbers, also those that a register holds from its only allocation on."""
        return substitute(self._displaced.value(expr), self._address, self._memo)

    def _address(self, node: Expr) -> Expr | None:
        if node.op == "var":
            return self._fixed.get(node.payload)
        if node.op != "addr":
            return None
        if isinstance(node.payload, Function):
            return e.const(node.type, self.plan.address(node.payload))
        region = self.plan.region(node.payload, self.template)
        return region.start(self._own_instance(region))

    def _addresses_of_sites(self) -> dict[Variable, Expr]:
        """Registers whose value is known from their only allocation on, as long as they are read: the thread has one object
        there, or two of which its counter says which one lives."""
        sites = [site for site in self.plan.facts.sites.values() if site.template == self.template]
        if not sites:
            return {}
        targets = [op_target(op) for edge in self.source.edges for op in edge.ops]
        count = Counter(target for target in targets if target is not None)
        unset = maybe_unset(self.source.entry, self.source.edges, ())
        found: dict[Variable, Expr] = {}
        for site in sites:
            if count[site.op.target] == 1 and site.op.target not in unset:
                region = self.plan.region(site.edge, self.template)
                if region.copies == 1 or (region.watched and site.edge not in self.plan.facts.read_after):
                    found[site.op.target] = region.start(self._latest(region))
        return found

    def _latest(self, region: Region) -> Expr | None:
        """The instance that an allocation makes, or has made if the counter stays as it is; None if there is only one."""
        instance = None if region.counter is None else e.var(region.counter)
        if region.threads == 1:
            return instance
        first = e.mul(e.cast(region.pointer, e.this_thread()), region.const(region.copies))
        return first if instance is None else e.add(first, instance)

    def _own_instance(self, region: Region) -> Expr | None:
        """Of a thread-local object: the running thread's."""
        return e.cast(region.pointer, e.this_thread()) if region.threads > 1 else None

    def _rewritten(self, op: ops.Op) -> ops.Op:
        if isinstance(op, ops.Spawn):
            return ops.Spawn(op.target, op.function, self._value(op.argument))
        return map_op(op, self._value, _same)

    # -- accesses ------------------------------------------------------------------------------------------------------

    def _access(self, edge: Edge, op: Access) -> None:
        pointees = self.points.of(op.address)
        if isinstance(op, ops.Access):
            plain, limits = self._displaced.access(op.address)
            address = self._value(plain)
            alternatives = [self._limited(found, limits) for found in self._scalar(op, address, pointees)]
            kind = "invalid-deref"
            message = f"{'read' if isinstance(op, ops.Load) else 'write'} where no live object is"
        else:
            address = self._value(op.address)
            alternatives = self._whole(op, address, pointees)
            kind, message = "invalid-free", "neither null nor the start of a live heap object"
        known = bool(pointees.places) or address.is_const
        otherwise: ops.Op = ops.Check(e.FALSE, kind, message)
        if pointees.unknown or not known:
            otherwise = ops.Cut(f"unresolved pointer at {user_place(edge, self.plan.program)}")
        self._choose(edge, alternatives, otherwise)

    def _limited(self, found: GuardedOps, limits: list[Limit]) -> GuardedOps:
        """With the conditions under which pointer arithmetic has not left the object."""
        limits = [replace(limit, index=limit.index and self._value(limit.index)) for limit in limits]
        guard = found.guard
        for limit in limits:
            if not implied(limit, found.guard, self.plan.pointer):
                guard = e.land(guard, self._value(limit.condition))
        return replace(found, guard=guard)

    def _regions(self, pointees: Pointees) -> list[tuple[Region, list[StridedAddress[Target]]]]:
        grouped: dict[Region, list[StridedAddress[Target]]] = {}
        for place in pointees.places:
            if not isinstance(place.target, Function):
                grouped.setdefault(self.plan.region(place.target, self.template), []).append(place)
        return list(grouped.items())

    def _scalar(self, op: ops.Access, address: Expr, pointees: Pointees) -> list[GuardedOps]:
        width = byte_size(op.target.type if isinstance(op, ops.Load) else op.value.type)
        candidates = []
        for region, places in self._regions(pointees):
            if region.writable or isinstance(op, ops.Load):
                candidates += [(region, position) for position in positions(region, places, width)]
        only = len(pointees.places) == 1 and len(candidates) == 1
        sure = only and not pointees.number and not pointees.unknown
        result = []
        for region, position in candidates:
            if position.number is None:
                found = locate_moving(address, region, position, width, sure)
            else:
                offset = position.column.first + position.number * position.column.step + position.inner
                found = locate_exact(address, region, offset, sure)
            if found.guard is not e.FALSE:
                checks = self._alive(region, found, width)
                result.append(GuardedOps(found.guard, (*checks, *self._action(op, region, position, found))))
        return result

    def _alive(self, region: Region, found: Located, width: int) -> list[ops.Op]:
        checks = self._not_ended(region, found, "invalid-deref")
        if region.length is not None:
            length = region.of_instance(region.length, found.instance).get()
            end = e.add(found.offset, region.const(width))
            checks.append(ops.Check(e.le(end, length), "invalid-deref", f"beyond the end of {region.name}"))
        return checks

    def _not_ended(self, region: Region, found: Located, kind: str) -> list[ops.Op]:
        if region.ended is None:
            return []
        ended = region.of_instance(region.ended, found.instance).get()
        return [ops.Check(e.lnot(ended), kind, f"{region.name} is dead")]

    def _action(self, op: ops.Access, region: Region, position: Position, found: Located) -> list[ops.Op]:
        column = position.column
        number = found.number if position.number is None else region.const(position.number)
        cell = region.cell(column, found.instance, number)
        if isinstance(op, ops.Store):
            return list(store(cell, position.inner, self._value(op.value)))
        return [ops.Assign(op.target, load(cell, position.inner, op.target.type))]

    def _whole(self, op: ops.Free | ops.ObjectSize, address: Expr, pointees: Pointees) -> list[GuardedOps]:
        """Operations on the start of a heap object."""
        result = []
        if isinstance(op, ops.Free):
            null = e.eq(address, e.zero(address.type))
            result = [GuardedOps(null, (ops.Skip(),))] if pointees.number or pointees.unknown else []
        for region, places in self._regions(pointees):
            if region.kind is RegionKind.HEAP and any(place.offset == 0 or place.stride for place in places):
                sure = len(pointees.places) == 1 and not places[0].stride and not pointees.number and not pointees.unknown
                found = locate_exact(address, region, 0, sure)
                alive = self._not_ended(region, found, "invalid-free")
                result.append(GuardedOps(found.guard, (*alive, self._end_or_measure(op, region, found))))
        return result

    def _end_or_measure(self, op: ops.Free | ops.ObjectSize, region: Region, found: Located) -> ops.Op:
        if isinstance(op, ops.Free):
            assert region.ended is not None
            return region.of_instance(region.ended, found.instance).put(e.TRUE)
        if region.length is None:
            return ops.Assign(op.target, e.const(op.target.type, region.size or 0))
        return ops.Assign(op.target, e.cast(op.target.type, region.of_instance(region.length, found.instance).get()))

    def _comparable(self, op: ops.Compared) -> list[ops.Op]:
        address, result = self._value(op.address), list[ops.Op]()
        for region, _ in self._regions(self.points.of(op.address)):
            if region.ended is not None:
                found = _within(locate_exact(address, region, 0, False), region)
                ended = region.of_instance(region.ended, found.instance).get()
                result.append(ops.Check(e.lnot(e.land(found.guard, ended)), "invalid-call", COMPARED))
        return result

    # -- life of objects -----------------------------------------------------------------------------------------------

    def _allocate(self, edge: Edge, op: ops.Alloc) -> None:
        region = self.plan.region(edge, self.template)
        possible: Expr = e.TRUE
        result: list[ops.Op] = []
        instance = self._latest(region)
        if region.counter is not None and not region.watched:
            possible = e.lt(e.var(region.counter), region.const(region.copies))
        if region.threads > 1 and self.plan.facts.threads is None:
            own = e.cast(region.pointer, e.this_thread())
            possible = e.land(possible, e.lt(own, region.const(region.threads)))
        result.append(ops.Assign(op.target, region.start(instance)))
        if region.length is not None:
            size = e.cast(region.pointer, self._value(op.size))
            possible = e.land(possible, e.le(size, region.const(region.capacity)))
            result.append(region.of_instance(region.length, instance).put(size))
        result += self.initial.at_allocation(region, instance)
        if region.counter is not None and not region.watched:
            result.append(ops.Assign(region.counter, e.add(e.var(region.counter), region.const(1))))
        what = "size of an object" if region.length is not None else f"{region.copies} objects"
        limit = f"limit of {what} made at {user_place(edge, self.plan.program)}"
        self._choose(edge, [GuardedOps(possible, tuple(result))], ops.Cut(limit))

    def _endings(self, edge: Edge) -> list[ops.Op]:
        """Where an activation or a thread ends, its stack objects do; with a thread, its thread-local ones."""
        if not edge.origin:
            return []
        if isinstance(edge.ops[0], ops.ThreadExit):
            own = [r for r in self.plan.regions if r.kind is RegionKind.THREAD and r.ended is not None]
            dying = [site for site in self._stack if nested(self.source, edge.scope, site.edge.scope)]
            ended = [region.of_instance(region.ended, self._own_instance(region)).put(e.TRUE) for region in own if region.ended]
            return [*ended, *(op for site in dying for op in self._end(site, edge))]
        if isinstance(edge.origin[0][-1].ops[0], ops.Return) and edge.scope:
            return [op for site in self._stack if edge.scope == site.edge.scope for op in self._end(site, edge)]
        return []

    def _end(self, site: AllocationSite, edge: Edge) -> list[ops.Op]:
        """Of what a register points to when an activation ends; it may be null (see `lifetime` of the C front end)."""
        if edge.source not in self.plan.facts.alive.get(site.edge, (edge.source,)):
            return []
        pointees = self.points.of(e.var(site.op.target))
        sure = not pointees.number and len(self._regions(pointees)) == 1
        return self._mark(self.plan.region(site.edge, self.template), self._value(e.var(site.op.target)), sure)

    def _mark(self, region: Region, address: Expr, sure: bool) -> list[ops.Op]:
        """The object at an address ends, if it is of a region."""
        if region.ended is None:
            return []
        found = _within(locate_exact(address, region, 0, sure), region)
        ended = region.of_instance(region.ended, found.instance)
        return [ended.put(e.TRUE if found.guard is e.TRUE else e.lor(found.guard, ended.get())), *self._watch(region)]

    def _watch(self, region: Region) -> list[ops.Op]:
        """At an end: from here on, perhaps, new objects get the other instance."""
        if region.counter is None or not region.watched:
            return []
        chosen, counter = Variable(f"{region.counter.name}?", BOOL), e.var(region.counter)
        other = e.ite(e.var(chosen), region.const(1), counter)
        return [ops.Havoc(chosen, ops.Origin.UNINIT), ops.Assign(region.counter, other)]

    def _turned(self, op: ops.Lifetime) -> list[ops.Op]:
        """An object ends, if it has a mark for that, or it holds anything. The address is that of one object, which may be made
        in several places."""
        address, result = self._value(op.address), list[ops.Op]()
        regions = self._regions(self.points.of(op.address))
        for region, _ in regions:
            if op.alive:
                found = _within(locate_exact(address, region, 0, len(regions) == 1), region)
                result += self.initial.renewed(region, found.instance, found.guard)
            else:
                result += self._mark(region, address, len(regions) == 1)
        return result

    def _prologue(self) -> None:
        """What the template does before anything else."""
        starts = self.initial.at_start(self.template)
        entry = self.function.entry
        if self.plan.facts.threads is None and self.template != self.plan.program.main and self.initial.has_thread_copies():
            start, self.function.entry = entry, self._location()
            limit = e.lt(e.this_thread(), e.const(e.this_thread().type, self.plan.threads))
            cut = ops.Cut(f"limit of {self.plan.threads} threads")
            pos = self.function.pos
            self.function.edges.append(Edge(self.function.entry, start, (ops.Assume(limit),), pos, origin=((),)))
            end = (ops.Assume(e.lnot(limit)), cut)
            self.function.edges.append(Edge(self.function.entry, self._location(), end, pos, origin=((), ())))
            entry = self.function.entry
        if starts:
            self.function.entry = self._location()
            operations = _indivisible(starts)
            edge = Edge(self.function.entry, entry, operations, self.function.pos, origin=((),) * len(operations))
            self.function.edges.append(edge)
        self.function.locals += self.initial.registers(self.template)


def _within(found: Located, region: Region) -> Located:
    """With the first instance where the address is of no instance: no array has other indices."""
    return replace(found, instance=found.instance and e.ite(found.guard, found.instance, region.const(0)))


def _same(variable: Variable) -> Variable:
    return variable


def _indivisible(operations: Sequence[ops.Op]) -> tuple[ops.Op, ...]:
    """In an atomic block if more than one shared variable is touched."""
    touching = [op for op in operations if any(variable.shared for variable in op_variables(op))]
    several = len(touching) > 1 or any(len({v for v in op_variables(op) if v.shared}) > 1 for op in touching)
    if not several:
        return tuple(operations)
    first = 1 if isinstance(operations[0], ops.Assume) else 0
    last = len(operations) - 1 if isinstance(operations[-1], ops.ThreadExit | ops.Halt) else len(operations)
    inside = operations[first:last]
    return (*operations[:first], ops.AtomicBegin(), *inside, ops.AtomicEnd(), *operations[last:])
