"""Initialisers: which expression goes to which part of an object (C11 6.7.9).

libclang shows braces as they were written, so brace elision and designators are worked out here: `plan` lists the scalars,
strings and whole aggregates that are set, in order. `fill` turns a plan into stores, after zeros for everything it leaves
out; `constants` (in `static`) turns it into initial values.
"""

from __future__ import annotations

from collections import deque

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.lower.copy import UNROLL, all_units, clear, copy, scalars
from threadproof.frontend.c.lower.place import Bits, Memory, insert
from threadproof.frontend.c.syntax.ctype import CType, Member
from threadproof.frontend.c.syntax.strings import units
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.layout import size_of
from threadproof.ir.op import Store
from threadproof.ir.types import byte_size
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """The part of type `type` at `offset` is set to the value of `node` (a string literal where `type` is an array)."""

    offset: int
    type: CType
    node: Node
    member: Member | None = None  # for bit-fields


def plan(context: Context, type_: CType, node: Node) -> list[Item]:
    planner = _Planner(context)
    planner.whole(type_, 0, node, None)
    return planner.items


def is_designated(node: Node) -> bool:
    return node.kind == k.UNEXPOSED_EXPR and node.type.is_void


def string_of(node: Node) -> Node | None:
    """The string literal that initialises an array, if it is one."""
    node = node.strip()
    while node.kind == k.INIT_LIST and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    while node.kind == k.UNEXPOSED_EXPR and node.type.is_array and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    return node if node.kind == k.STRING else None


class _Planner:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.items: list[Item] = []
        self.active: dict[tuple[int, CType], int] = {}  # (offset, union) -> its member that was designated
        self.designated = False  # only then a part can be set twice

    def whole(self, type_: CType, offset: int, node: Node, member: Member | None) -> None:
        """`node` initialises the object by itself, whatever was said about its parts before."""
        if self.designated and type_.value is None:
            self._forget(offset, type_)
        if type_.is_array and type_.target.value is not None:
            string = string_of(node)
            if string is not None:
                self.items.append(Item(offset, type_, string))
                return
        literal = _literal(node)
        if literal is not None and type_.value is None and (self.context.function is None or type_.is_array):
            node = literal
        if node.kind != k.INIT_LIST:
            self.items.append(Item(offset, type_, node, member))
        elif type_.value is not None:
            for inner in node.expressions[:1]:
                self.whole(type_, offset, inner, member)
        else:
            self.parts(type_, offset, deque(node.expressions), True)

    def _forget(self, offset: int, type_: CType) -> None:
        end = offset + type_.size if type_.size >= 0 else 1 << 62
        self.items = [item for item in self.items if not offset <= item.offset < end]

    def parts(self, type_: CType, offset: int, items: deque[Node], braced: bool, start: int = 0) -> None:
        """Take items for the elements or members from number `start` on, until they run out or belong to an enclosing list."""
        index = start
        while items:
            if is_designated(items[0]):
                if not braced:
                    return
                node = items.popleft()
                designators = _designators(self.context, node)
                index = self._designated(type_, offset, designators, node.expressions[-1], items)
            elif index >= self._count(type_):
                return  # to the enclosing list, or superfluous
            else:
                part, where, member = self._part(type_, offset, index)
                self._element(part, where, member, items)
                index += 1

    def _element(self, type_: CType, offset: int, member: Member | None, items: deque[Node]) -> None:
        node = items[0]
        aggregate = type_.value is None
        takes = node.kind == k.INIT_LIST or not aggregate or (type_.is_record and node.type.is_record)
        takes = takes or (type_.is_array and type_.target.value is not None and string_of(node) is not None)
        if takes:
            items.popleft()
            self.whole(type_, offset, node, member)
        elif self._count(type_):
            self.parts(type_, offset, items, False)

    def _designated(
        self, type_: CType, offset: int, designators: list[Node | tuple[int, int]], node: Node, items: deque[Node]
    ) -> int:
        """Set the designated part, go on with the parts after it inside its own aggregate; the next number on this level."""
        self.designated = True
        first, rest = designators[0], designators[1:]
        low, high = first if isinstance(first, tuple) else (self._index(type_, first),) * 2
        if type_.is_union and self.active.setdefault((offset, type_), low) != low:
            self.active[offset, type_] = low
            self._forget(offset, type_)
        for index in range(low, high + 1):
            part, where, member = self._part(type_, offset, index)
            more = items if index == high else deque()
            if rest:
                following = self._designated(part, where, rest, node, more)
                self.parts(part, where, more, False, following)
            else:
                more.appendleft(node)
                self._element(part, where, member, more)
        return high + 1 if not type_.is_union else self._count(type_)

    @staticmethod
    def _index(type_: CType, reference: Node) -> int:
        key = reference.referenced.key
        return next(i for i, member in enumerate(type_.members) if member.key == key)

    @staticmethod
    def _count(type_: CType) -> int:
        if type_.is_array:
            return type_.count if type_.kind == k.T_CONSTANT_ARRAY else 1 << 62
        return min(1, len(type_.members)) if type_.is_union else len(type_.members)

    @staticmethod
    def _part(type_: CType, offset: int, index: int) -> tuple[CType, int, Member | None]:
        if type_.is_array:
            return type_.target, offset + index * type_.target.size, None
        member = type_.members[index]
        return member.type, offset + member.offset, member if member.unit is not None else None


def _literal(node: Node) -> Node | None:
    """The braces of a compound literal, which GNU C accepts as a constant."""
    node = node.strip()
    while node.kind == k.UNEXPOSED_EXPR and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    return node.expressions[-1] if node.kind == k.COMPOUND_LITERAL else None


def _designators(context: Context, node: Node) -> list[Node | tuple[int, int]]:
    """Members as nodes, indices as (first, last)."""
    parts = node.children[:-1]
    found: list[Node | tuple[int, int]] = []
    ranges = iter(_ranges(node.tokens()) if sum(part.kind != k.MEMBER_REF for part in parts) > 1 else [])
    position = 0
    while position < len(parts):
        part = parts[position]
        position += 1
        if part.kind == k.MEMBER_REF:
            found.append(part)
            continue
        first = last = part.evaluate()
        if next(ranges, False) and position < len(parts):
            last = parts[position].evaluate()
            position += 1
        if not isinstance(first, int) or not isinstance(last, int):
            raise context.unsupported(node, "designator")
        found.append((first, last))
    return found


def _ranges(tokens: list[str]) -> list[bool]:
    """For each `[...]` before the value: whether it is a range."""
    found: list[bool] = []
    depth = 0
    for token in tokens:
        if token == "[":
            depth += 1
            if depth == 1:
                found.append(False)
        elif token == "]":
            depth -= 1
        elif token == "..." and depth == 1:
            found[-1] = True
        elif depth == 0 and token == "=":
            break
    return found


# -- at run time ---------------------------------------------------------------------------------------------------------


def fill(context: Context, place: Memory, node: Node) -> None:
    """Initialise a local object."""
    items = plan(context, place.type, node)
    if len(items) == 1 and items[0].offset == 0 and items[0].type is place.type and items[0].node.kind != k.STRING:
        _store(context, place.address, items[0])
        return
    _zeros(context, place, items)
    pending: dict[int, Expr] = {}
    for item in items:
        if item.member is not None and item.member.unit is not None:
            value = context.value(item.node)
            assert item.type.value is not None
            unit = pending.get(item.offset, e.zero(item.member.unit))
            pending[item.offset] = context.builder.freeze(insert(item.member, unit, e.cast(item.type.value, value)))
        else:
            _store(context, place.address, item)
    for offset, unit in pending.items():
        context.builder.emit(Store(e.add(place.address, e.const(context.pointer, offset)), unit))


def _store(context: Context, base: Expr, item: Item) -> None:
    address = e.add(base, e.const(context.pointer, item.offset))
    if item.node.kind == k.STRING and item.type.is_array:
        element = item.type.target
        assert element.value is not None
        for index, unit in enumerate([*units(item.node), 0][: item.type.count]):
            at = e.add(address, e.const(context.pointer, index * element.size))
            context.builder.emit(Store(at, e.const(element.value, unit)))
        return
    if item.type.value is None:
        copy(context, address, context.value(item.node), item.type)
    elif item.member is not None:
        context.write(Bits(address, item.member), context.value(item.node))
    else:
        context.builder.emit(Store(address, e.cast(item.type.value, context.value(item.node)), item.type.atomic))


def _zeros(context: Context, place: Memory, items: list[Item]) -> None:
    layout = place.type.layout
    assert layout is not None
    if scalars(layout) > 2 * UNROLL:
        if _covered(items) < size_of(layout):
            clear(context, place.address, place.type)
        return
    exact = [(item.offset, item.offset + _extent(item)) for item in items]
    for offset, scalar in all_units(layout, 0):
        end = offset + byte_size(scalar)
        if not any(first <= offset and end <= last for first, last in exact):
            context.builder.emit(Store(e.add(place.address, e.const(context.pointer, offset)), e.zero(scalar)))


def _covered(items: list[Item]) -> int:
    """How many bytes are set. Designators set some twice, and bit-fields share a unit."""
    covered = reached = 0
    for first, last in sorted((item.offset, item.offset + _extent(item)) for item in items):
        covered += max(0, last - max(first, reached))
        reached = max(reached, last)
    return covered


def _extent(item: Item) -> int:
    if item.node.kind == k.STRING and item.type.is_array:
        return min(item.type.size, (len(units(item.node)) + 1) * item.type.target.size)
    return byte_size(item.member.unit) if item.member is not None and item.member.unit is not None else item.type.size
