"""What the memory pass needs to know about objects: how they are accessed, by which threads, how often they are made,
and whether they are outlived by their addresses.
"""

from __future__ import annotations

from threadproof.analyses.graph import cyclic_locations
from threadproof.analyses.liveness import Liveness
from threadproof.analyses.points_to import PointsTo, Target
from threadproof.analyses.trip_counts import TripCounts
from threadproof.analyses.unique_threads import single_threads
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.opfacts import Role, ignored
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import Type
from threadproof.ir.uses import expr_variables, op_exprs
from threadproof.passes.memory.comparisons import compared_unasked
from threadproof.passes.memory.shape import Pattern
from threadproof.passes.private_accesses import escaping, owning_threads
from threadproof.records import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class AllocationSite:
    """An allocation: its edge and operation, and the template it is in."""

    edge: Edge
    op: ops.Alloc
    template: str
    repeated: bool  # may run several times in one thread
    times: int | None  # how often at most, if that is known


@dataclass(slots=True)
class MemoryFacts:
    patterns: dict[Target, dict[Pattern, None]] = field(default_factory=dict)
    freed: set[Target] = field(default_factory=set)
    sites: dict[Edge, AllocationSite] = field(default_factory=dict)
    successive: set[Edge] = field(
        default_factory=set
    )  # allocations that run again in an activation, each time after their object's end
    several: set[Edge] = field(default_factory=set)  # those that do while the object, or an address of it, may be there
    escaping: set[Target] = field(default_factory=set)
    owners: dict[Target, str | None] = field(default_factory=dict)  # the one thread that accesses an object
    single: set[str] = field(default_factory=set)  # templates that run at most once
    outlived: set[Edge] = field(default_factory=set)  # stack objects whose address may outlive them
    left: dict[Edge, list[Edge]] = field(default_factory=dict)  # stack objects that end before their function, and where
    left_behind: set[Edge] = field(default_factory=set)  # those whose address may be held after that
    read_after: set[Edge] = field(default_factory=set)  # those whose own register may be read after that
    alive: dict[Edge, set[int]] = field(default_factory=dict)  # where a stack object may live that ends before its function
    threads: int | None = None  # how many threads there can be; None: not known


def user_place(edge: Edge, program: Program) -> str:
    """Where the program itself, not a library, asked for what an edge does."""
    file = program.entry.pos.file
    places = [step.pos for step in (edge.origin[0] if edge.origin else (edge,))]
    pos = next((pos for pos in reversed(places) if pos.file == file), edge.pos)
    return f"{pos.file}:{pos.line}"


def nested(function: Function, scope: int, outer: int) -> bool:
    """Whether an activation is the other one or was called, directly or not, from it."""
    while scope != outer and scope:
        scope = function.callers[scope]
    return scope == outer


def gather(program: Program, points: PointsTo) -> MemoryFacts:
    facts = MemoryFacts()
    cyclic = {name: cyclic_locations(edges) for name, edges in points.edges.items()}
    for name, edges in points.edges.items():
        rounds = TripCounts(program.functions[name])
        for edge in edges:
            for op in edge.ops:
                match op:
                    case ops.Load(target=target):
                        _note(facts, points, op.address, target.type)
                    case ops.Store(value=value):
                        _note(facts, points, op.address, value.type)
                    case ops.Free():
                        facts.freed |= points.of(op.address).targets
                    case ops.Lifetime(alive=False):
                        for ending in points.of(op.address).targets:
                            if isinstance(ending, Edge):
                                facts.left.setdefault(ending, []).append(edge)
                    case ops.Alloc():
                        times = rounds.of(edge.source) if op.stack else None
                        facts.sites[edge] = AllocationSite(edge, op, name, edge.source in cyclic[name], times)
                    case ops.Lifetime() | ops.ObjectSize() | ops.Compared():
                        pass
                    case _:
                        ignored(op, "passes/memory", *(role for role in Role if role is not Role.MEMORY))
    facts.escaping = escaping(program, points)
    facts.owners = owning_threads(points)
    facts.single = single_threads(points)
    facts.threads = _thread_count(points, facts.single, cyclic)
    _find_outlived(program, points, facts)
    for site in facts.sites.values():
        function, ends = program.functions[site.template], _own_ends(site, facts, points)
        if site.repeated and _again(function, site, set()):
            facts.several.add(site.edge)
            if ends and not _again(function, site, ends):
                facts.successive.add(site.edge)
        if ends:
            facts.alive[site.edge] = _reached(function, site.edge, ends)
    if facts.successive & facts.left_behind:
        facts.successive -= compared_unasked(points) & facts.left_behind
    facts.several -= facts.successive - facts.left_behind
    return facts


def _note(facts: MemoryFacts, points: PointsTo, address: Expr, type_: Type) -> None:
    for place in points.of(address).places:
        facts.patterns.setdefault(place.target, {})[Pattern(place.offset, place.stride, type_)] = None


def _again(function: Function, site: AllocationSite, without: set[Edge]) -> bool:
    """Whether a cycle leads back to the allocation without leaving the activation that it is in, nor through some edges."""
    inside = [edge for edge in function.edges if edge not in without and nested(function, edge.scope, site.edge.scope)]
    return site.edge.source in cyclic_locations(inside)


def _own_ends(site: AllocationSite, facts: MemoryFacts, points: PointsTo) -> set[Edge]:
    """Where the block of an object, and of no other one, is left."""
    ends = set()
    for edge in facts.left.get(site.edge, ()):
        if all(points.of(op.address).targets == {site.edge} for op in edge.ops if isinstance(op, ops.Lifetime)):
            ends.add(edge)
    return ends


def _reached(function: Function, site: Edge, ends: set[Edge]) -> set[int]:
    """Locations that an allocation leads to without the end of its object."""
    out, found, work = function.successors(), set[int](), [site.target]
    while work:
        location = work.pop()
        if location not in found:
            found.add(location)
            work += [edge.target for edge in out.get(location, ()) if edge not in ends]
    return found


def _thread_count(points: PointsTo, single: set[str], cyclic: dict[str, set[int]]) -> int | None:
    count = 1
    for name, edges in points.edges.items():
        for edge in edges:
            if isinstance(edge.ops[0], ops.Spawn):
                if name not in single or edge.source in cyclic[name]:
                    return None
                count += 1
    return count


def _find_outlived(program: Program, points: PointsTo, facts: MemoryFacts) -> None:
    """Stack objects whose address may be held after their activation, or their block, has ended.

    Their address must stay in registers of the same activation or of calls made from it, and in stack objects of those; what is
    held anywhere else may outlive them. (A register may also be read after its activation, since copies are propagated.)
    Objects of main itself never end before the program does, unless main ends as a thread. An object that ends with its block is
    left behind if a register that may hold its address is live then, or an object of the same activation may hold it.
    """
    stack = {edge: site for edge, site in facts.sites.items() if site.op.stack}
    main_ends = any(isinstance(op, ops.ThreadExit) for edge in program.entry.edges for op in edge.ops)
    mortal = {edge for edge, site in stack.items() if edge.scope or site.template != program.main or main_ends}
    brief = {edge for edge in facts.left if edge in stack}
    facts.left_behind = _held_at_end(program, points, facts, brief)

    def outlives(target: Target) -> None:
        if isinstance(target, Edge):
            facts.outlived |= {target} & mortal
            facts.left_behind |= {target} & brief

    def held(target: Target, template: str, scope: int, by_object: bool) -> None:
        if isinstance(target, Edge) and target in stack:
            if stack[target].template != template or not nested(program.functions[template], scope, target.scope):
                outlives(target)
            elif by_object and scope == target.scope and target in brief:
                facts.left_behind.add(target)

    for target in points.passed_between_threads():
        outlives(target)
    if mortal or brief:
        for name in points.edges:
            function = program.functions[name]
            for variable, scope in (*function.scopes.items(), *_late_reads(function)):
                for target in points.held_by_register(variable):
                    held(target, name, scope, False)
        holders: list[Target] = [*program.objects, *facts.sites]
        for holder in holders:
            for target in points.held_by_object(holder):
                if isinstance(holder, Edge) and holder in stack:
                    held(target, stack[holder].template, holder.scope, True)
                else:
                    outlives(target)


def _held_at_end(program: Program, points: PointsTo, facts: MemoryFacts, brief: set[Edge]) -> set[Edge]:
    """Objects whose address is in a register that may still be read where their block has been left."""
    found: set[Edge] = set()
    for name in {facts.sites[edge].template for edge in brief}:
        live = Liveness(program.functions[name].edges)
        for edge in (edge for edge in brief if facts.sites[edge].template == name):
            after = 0
            for end in facts.left[edge]:
                after |= live.at(end.target)
            registers = list(live.registers(after))
            if any(edge in points.held_by_register(variable) for variable in registers):
                found.add(edge)
            for end in _returns(program.functions[name], edge.scope):
                after |= live.at(end.target)
            if facts.sites[edge].op.target in live.registers(after):
                facts.read_after.add(edge)
    return found


def _returns(function: Function, scope: int) -> list[Edge]:
    """Where an activation that was inlined ends."""
    inside = [edge for edge in function.edges if scope and edge.scope == scope and edge.origin]
    return [edge for edge in inside if isinstance(edge.origin[0][-1].ops[0], ops.Return)]


def _late_reads(function: Function) -> set[tuple[Variable, int]]:
    """Registers that are read by an edge outside of their activation, and the activation of that edge."""
    found: set[tuple[Variable, int]] = set()
    for edge in function.edges:
        for op in edge.ops:
            for expr in op_exprs(op):
                for variable in expr_variables(expr):
                    scope = function.scopes.get(variable, 0)
                    if scope and scope != edge.scope and not nested(function, edge.scope, scope):
                        found.add((variable, edge.scope))
    return found
