"""Mixed synchronisation: atomic sections of a lowered program that access a synchronisation object without saying what
that contributes to happens-before, or that synchronise inside of another section.

Operations on atomic objects and the models of locks are sections that say what they do (`op.Sync`). Atomic blocks of
SV-COMP are sections of one lock, and order nothing with atomic accesses elsewhere: a block that reads what a release
store wrote is not ordered with it, nor is an acquire load with a block that wrote what it reads. What a block does
after a release operation in it does not happen before an acquire of that, though no thread sees one without the other.
So where both are mixed, a value that is read says nothing about happens-before, and what happens before an access may
end inside of a section.
"""

from __future__ import annotations

from threadproof.analyses.accesses import op_accesses
from threadproof.analyses.raceable import change, depths, is_access, source
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Function, Program
from threadproof.passes.synchronisation import effect, objects, places
from threadproof.records import dataclass, field

Key = int | tuple[int, int]
"""Of a section: a location inside, or where it begins: an edge and the position there."""


def mixed(program: Program) -> bool:
    known = objects(program)
    sections = [section for function in program.functions.values() for section in _Sections(function).found.values()]
    return any(section.nested or not section.accessed & known <= section.synced for section in sections)


@dataclass(slots=True)
class _Section:
    nested: bool = False  # it synchronises inside of a block in it
    accessed: set[Variable] = field(default_factory=set)
    synced: set[Variable] = field(default_factory=set)


class _Sections:
    """Those of a template that the program itself began, by a key of each."""

    def __init__(self, function: Function) -> None:
        self.depth = depths(function, change)
        self.parent: dict[Key, Key] = {}
        parts: list[tuple[Key, _Section]] = []
        for number, edge in enumerate(function.edges):
            depth = self.depth.get(edge.source, 0)
            key: Key = edge.source
            for position, op in enumerate(edge.ops):
                origin = source(edge, position)
                before, depth = depth, max(0, depth + change(op, origin))
                key = (number, position) if not before else key
                if depth:
                    parts.append((key, self.section(op, origin, depth)))
            if depth:
                self.join(key, edge.target)
        self.found: dict[Key, _Section] = {}
        for key, part in parts:
            whole = self.found.setdefault(self.root(key), _Section())
            whole.nested |= part.nested
            whole.accessed |= part.accessed
            whole.synced |= part.synced

    def section(self, op: ops.Op, origin: ops.Op | None, depth: int) -> _Section:
        """What one operation adds to its section."""
        if effect(op, origin) is not None:
            return _Section(nested=depth > 1, synced={place.variable for place in places(op)})
        return _Section(accessed={access.variable for access in op_accesses(op)} if is_access(origin) else set())

    def join(self, one: Key, other: Key) -> None:
        if self.root(one) != self.root(other):
            self.parent[self.root(one)] = self.root(other)

    def root(self, key: Key) -> Key:
        while key in self.parent:
            key = self.parent[key]
        return key
