"""Regions: the address ranges that objects occupy in a lowered program, and the variables that hold their cells.

An object that exists at most once is a region with one instance. An allocation that may run several times, or in several
threads, gets one region with an instance per run: `copies` per thread, for `threads` threads, each `span` bytes (a power of
two: the size of a zone, see `ir.zones`) from the next. The instance of an address is then a shift away, and every cell becomes
an array over instances.
Instances are never reused, so a dead object stays recognisable and its cells need no reset; the exceptions are stack objects
whose address does not outlive them (`reused`), and those that are made again and again in one activation, each after the end of
the one before, while an address of that may be stored (`watched`).

For these there are two instances, whatever the number of iterations. The first object gets instance 0. Where one ends it may be
chosen, once in a thread: from then on new objects get instance 1. So no object comes to instance 0 any more, and each address of
it stays invalid. Nothing is lost: take an execution in which an address of an ended object is used, and the first such use. Let
the object that ended be the chosen one: every object before it had instance 0, every later one has instance 1, so an address of
instance 0 is dead at that use, and up to there each address in use leads to the object that it meant. Programs notice no other
difference, since comparing addresses of ended objects is undefined (`ops.Compared`). Nothing is added but such uses that are not
noticed, in executions where another choice notices them: an instance that is marked as ended holds ended objects only.
"""

from __future__ import annotations

from enum import Enum

from threadproof.analyses.points_to import Target
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.layout import Layout, path_at
from threadproof.ir.types import BOOL, INDEX, ArrayType, PtrType, Type
from threadproof.passes.memory.cells import Cell
from threadproof.passes.memory.shape import Column
from threadproof.records import dataclass, field

LARGEST = 1 << 31


class RegionKind(Enum):
    GLOBAL = "global"
    THREAD = "thread-local"
    STACK = "stack"
    HEAP = "heap"


@dataclass(slots=True, eq=False)
class Region:
    target: Target
    kind: RegionKind
    name: str
    pointer: PtrType
    layout: Layout | None
    size: int | None  # None: not a constant
    columns: list[Column]
    shared: bool  # False: the cells are registers of the threads that run `home`
    home: str | None  # template that owns the cells or makes the objects
    threads: int = 1
    copies: int = 1
    reused: bool = False
    watched: bool = False  # an object that ends, and is chosen, keeps its instance; all later ones share the other instance
    ends: bool = False  # it may be freed, or die, while an address of it is still around
    zeroed: bool = False
    writable: bool = True
    base: int = 0
    span: int = 0
    variables: dict[Column, Variable] = field(default_factory=dict)
    ended: Variable | None = None  # whether an instance has been freed or is dead
    counter: Variable | None = None  # how many instances the thread has made so far
    length: Variable | None = None  # size of an instance, where it is not a constant

    @property
    def instances(self) -> int:
        return self.threads * self.copies

    @property
    def per_instance(self) -> dict[Column, int]:
        """Cells of a column in one instance; unbounded ones get as many as the largest object of its zone has."""
        return {column: column.count or self.capacity // column.step for column in self.columns}

    @property
    def capacity(self) -> int:
        """Bytes of the largest object that fits; at most those of a signed int, so that executions with much more are
        cut."""
        return min(self.span >> 2, LARGEST)

    def make_variables(self, unique: dict[str, int]) -> None:
        """Names are those of the source: `node.next`, of an array `numbers`, of a column `nodes[].next`."""
        for column in self.columns:
            path = path_at(self.layout, column.first, column.type)
            if column.step:
                path = path.replace("[0]", "[]")
                while path.endswith("[]"):
                    path = path.removesuffix("[]")
            self.variables[column] = self._variable(path, column.type, unique, column)
        if self.ends:
            self.ended = self._variable(".ended", BOOL, unique)
        if self.size is None:
            self.length = self._variable(".size", self.pointer, unique)
        if self.copies > 1:
            self.counter = Variable(_unique(f"{self.name}.count", unique), self.pointer)

    def _variable(self, path: str, element: Type, unique: dict[str, int], column: Column | None = None) -> Variable:
        moving = column is not None and column.step
        if moving or self.instances > 1:
            cells = column.count if column is not None else 1
            bounded = self.instances * cells if cells is not None else 0
            element = ArrayType(element, bounded)
        return Variable(_unique(self.name + path, unique), element, self.shared)

    # -- addresses -----------------------------------------------------------------------------------------------------

    def const(self, value: int) -> Expr:
        return e.const(self.pointer, value)

    def start(self, instance: Expr | None) -> Expr:
        """Address of an instance."""
        base = self.const(self.base)
        return base if instance is None else e.add(e.mul(instance, self.const(self.span)), base)

    def cell(self, column: Column, instance: Expr | None, number: Expr | None) -> Cell:
        """The cell with a number (None: the first) of an instance (None: there is only one)."""
        variable = self.variables[column]
        if not isinstance(variable.type, ArrayType):
            return Cell(variable)
        index = e.zero(INDEX) if number is None else e.cast(INDEX, number)
        if instance is not None:
            many = e.const(INDEX, self.per_instance[column])
            index = e.add(e.mul(e.cast(INDEX, instance), many), index)
        return Cell(variable, index)

    def of_instance(self, variable: Variable, instance: Expr | None) -> Cell:
        """`ended` or `length` of an instance."""
        if not isinstance(variable.type, ArrayType):
            return Cell(variable)
        return Cell(variable, e.zero(INDEX) if instance is None else e.cast(INDEX, instance))


def _unique(name: str, taken: dict[str, int]) -> str:
    number = taken[name] = taken.get(name, 0) + 1
    return name if number == 1 else f"{name}#{number}"
