"""What the memory pass needs to know about objects: how they are accessed, by whom, how often they are made, and whether they
are outlived by their addresses."""

from __future__ import annotations

from threadproof.analyses.graph import cyclic_locations
from threadproof.analyses.points_to import PointsTo, Target
from threadproof.analyses.unique_threads import single_threads
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.opfacts import Role, ignored
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import Type
from threadproof.ir.uses import expr_variables, op_exprs
from threadproof.passes.memory.shape import Pattern
from threadproof.passes.private import escaping, owning_threads
from threadproof.records import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """An allocation: its edge and operation, and the template it is in."""

    edge: Edge
    op: ops.Alloc
    template: str
    repeated: bool  # may run several times in one thread
    repeated_in_scope: bool  # even within one activation of its function


@dataclass(slots=True)
class Facts:
    patterns: dict[Target, dict[Pattern, None]] = field(default_factory=dict)
    freed: set[Target] = field(default_factory=set)
    sites: dict[Edge, Site] = field(default_factory=dict)
    escaping: set[Target] = field(default_factory=set)
    owners: dict[Target, str | None] = field(default_factory=dict)  # the one thread that accesses an object
    single: set[str] = field(default_factory=set)  # templates that run at most once
    outlived: set[Edge] = field(default_factory=set)  # stack objects whose address may outlive them
    left: dict[Edge, list[Edge]] = field(default_factory=dict)  # stack objects that end before their function, and where
    left_behind: set[Edge] = field(default_factory=set)  # those whose address may be held after that
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


def gather(program: Program, points: PointsTo) -> Facts:
    facts = Facts()
    cyclic = {name: cyclic_locations(edges) for name, edges in points.edges.items()}
    for name, edges in points.edges.items():
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
                        repeated = edge.source in cyclic[name]
                        again = repeated and _cyclic_in_scope(program.functions[name], edge)
                        facts.sites[edge] = Site(edge, op, name, repeated, again)
                    case ops.Lifetime() | ops.ObjectSize() | ops.Compared():
                        pass
                    case _:
                        ignored(op, "passes/memory", *(role for role in Role if role is not Role.MEMORY))
    facts.escaping = escaping(program, points)
    facts.owners = owning_threads(points)
    facts.single = single_threads(points)
    facts.threads = _thread_count(points, facts.single, cyclic)
    _find_outlived(program, points, facts)
    return facts


def _note(facts: Facts, points: PointsTo, address: Expr, type_: Type) -> None:
    for place in points.of(address).places:
        facts.patterns.setdefault(place.target, {})[Pattern(place.offset, place.stride, type_)] = None


def _cyclic_in_scope(function: Function, site: Edge) -> bool:
    """Whether a cycle leads back to the allocation without leaving the activation that it is in."""
    inside = [edge for edge in function.edges if nested(function, edge.scope, site.scope)]
    return site.source in cyclic_locations(inside)


def _thread_count(points: PointsTo, single: set[str], cyclic: dict[str, set[int]]) -> int | None:
    count = 1
    for name, edges in points.edges.items():
        for edge in edges:
            if isinstance(edge.ops[0], ops.Spawn):
                if name not in single or edge.source in cyclic[name]:
                    return None
                count += 1
    return count


def _find_outlived(program: Program, points: PointsTo, facts: Facts) -> None:
    """Stack objects whose address may be held after their activation, or their block, has ended.

    Their address must stay in registers of the same activation or of calls made from it, and in stack objects of those; what is
    held anywhere else may outlive them. (A register may also be read after its activation, since copies are propagated.)
    Objects of main itself never end before the program does, unless main ends as a thread. Whoever holds the address of an object
    that ends with its block in the same activation may do so for longer, but for registers of a single expression.
    """
    stack = {edge: site for edge, site in facts.sites.items() if site.op.stack}
    main_ends = any(isinstance(op, ops.ThreadExit) for edge in program.entry.edges for op in edge.ops)
    mortal = {edge for edge, site in stack.items() if edge.scope or site.template != program.main or main_ends}
    brief = {edge for edge in facts.left if edge in stack}
    facts.left_behind = {edge for edge in brief if _used_after(program.functions[stack[edge].template], stack[edge], facts)}

    def outlives(target: Target) -> None:
        if isinstance(target, Edge):
            facts.outlived |= {target} & mortal
            facts.left_behind |= {target} & brief

    def held(target: Target, template: str, scope: int, shortly: bool = False) -> None:
        if isinstance(target, Edge) and target in stack:
            if stack[target].template != template or not nested(program.functions[template], scope, target.scope):
                outlives(target)
            elif scope == target.scope and target in brief and not shortly:
                facts.left_behind.add(target)

    for target in points.passed_between_threads():
        outlives(target)
    if mortal or brief:
        for name in points.edges:
            function = program.functions[name]
            for variable, scope in (*function.scopes.items(), *_late_reads(function)):
                for target in points.held_by_register(variable):
                    own = isinstance(target, Edge) and target in stack and stack[target].op.target == variable
                    held(target, name, scope, own or _is_brief(variable))
        holders: list[Target] = [*program.objects, *facts.sites]
        for holder in holders:
            for target in points.held_by_object(holder):
                if isinstance(holder, Edge) and holder in stack:
                    held(target, stack[holder].template, holder.scope)
                else:
                    outlives(target)


def _is_brief(variable: Variable) -> bool:
    """Whether the register belongs to a single expression."""
    return variable.name.rpartition(".")[2].startswith("%")


def _used_after(function: Function, site: Site, facts: Facts) -> bool:
    """Whether the register that holds the address is read where the object has ended. (Copies of addresses are propagated.)"""
    out = function.successors()
    work = [edge.target for edge in facts.left[site.edge]]
    seen: set[int] = set()
    while work:
        location = work.pop()
        if location in seen:
            continue
        seen.add(location)
        for edge in out.get(location, ()):
            if edge is site.edge:
                continue
            lifetime = next((op for op in edge.ops if isinstance(op, ops.Lifetime)), None)
            reads = any(site.op.target in expr_variables(expr) for op in edge.ops for expr in op_exprs(op))
            if lifetime is None and reads:
                return True
            if not (lifetime is not None and lifetime.alive and reads):
                work.append(edge.target)
    return False


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
