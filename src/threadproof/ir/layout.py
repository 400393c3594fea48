"""How an object's bytes are divided: for names in reports, for splitting objects into cells; not needed to execute a program."""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.ir.types import Type, byte_size
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    name: str  # "" for an anonymous member
    offset: int
    layout: Layout


@dataclass(frozen=True, slots=True)
class Record:
    """A struct, or a union (whose fields overlap)."""

    size: int
    fields: tuple[Field, ...]
    is_union: bool = False


@dataclass(frozen=True, slots=True)
class ArrayOf:
    element: Layout
    count: int  # 0: length not known statically
    stride: int


Layout = Type | Record | ArrayOf


def size_of(layout: Layout) -> int:
    match layout:
        case Record(size=size):
            return size
        case ArrayOf(count=count, stride=stride):
            return count * stride
        case _:
            return byte_size(layout)


def path_at(layout: Layout | None, offset: int, type_: Type | None = None) -> str:
    """Source-like name of the part at `offset`, such as `.shared.b` or `[3].next`; prefers a union member of the given type."""
    match layout:
        case Record(fields=fields, is_union=is_union):
            inside = [f for f in fields if f.offset <= offset < f.offset + max(1, size_of(f.layout))]
            if not inside:
                return f"+{offset}"
            best = inside[0]
            if is_union:
                best = next((f for f in inside if f.layout == type_), best)
            name = f".{best.name}" if best.name else ""
            return name + path_at(best.layout, offset - best.offset, type_)
        case ArrayOf(element=element, stride=stride) if stride:
            return f"[{offset // stride}]" + path_at(element, offset % stride, type_)
    return f"+{offset}" if offset else ""


def start_at(layout: Layout | None, offset: int) -> str | None:
    """Source-like name of the largest part that starts at `offset`, "" for the whole; None if no part does."""
    if not offset:
        return ""
    match layout:
        case Record(fields=fields):
            inside = (f for f in fields if f.offset <= offset < f.offset + max(1, size_of(f.layout)))
            best = next(inside, None)
            rest = None if best is None else start_at(best.layout, offset - best.offset)
            return None if best is None or rest is None else f"{f'.{best.name}' if best.name else ''}{rest}"
        case ArrayOf(element=element, stride=stride) if stride:
            rest = start_at(element, offset % stride)
            return None if rest is None else f"[{offset // stride}]{rest}"
    return None


def leaves(layout: Layout, base: int = 0) -> Iterator[tuple[int, Type]]:
    """(offset, scalar type) of every scalar, in order; of a union only the members of its first largest field."""
    match layout:
        case Record(fields=fields, is_union=is_union):
            chosen = [max(fields, key=lambda f: size_of(f.layout))] if is_union and fields else fields
            for field in chosen:
                yield from leaves(field.layout, base + field.offset)
        case ArrayOf(element=element, count=count, stride=stride):
            for i in range(count):
                yield from leaves(element, base + i * stride)
        case _:
            yield base, layout
