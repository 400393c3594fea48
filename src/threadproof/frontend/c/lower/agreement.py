"""Whether two files mean the same type: compatible types in the sense of C11 6.2.7p1, which speaks of several files.

Structures, unions and enumerations of two files are compatible if they have the same tag, and their members the same names,
places and compatible types; one whose members a file does not show is compatible with any of the same tag. Types are compared
as far as they can be taken apart. Behind pointers qualifiers but `_Atomic` do not count: what is read through a `const` is what
is there. Those of the object itself do: compilers take an object that they know as `const` for one that never changes.
"""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.clang.rendering import words
from threadproof.frontend.c.syntax.ctype import CType, Member, promoted
from threadproof.ir.types import F32


def same_type(declaration: Node, definition: Node) -> bool:
    first, second = declaration.type, definition.type
    return (
        compatible(first, second)
        and declaration.is_thread_local == definition.is_thread_local
        and (first.is_function or _qualifiers(first) == _qualifiers(second))
    )


def _qualifiers(type_: CType) -> tuple[bool, bool]:
    """Of an object or its elements."""
    const, volatile = type_.const, type_.volatile
    while type_.is_array:
        type_ = type_.target
        const, volatile = const or type_.const, volatile or type_.volatile
    return const, volatile


def same_text(first: Node, second: Node) -> bool:
    """Whether the bodies of two functions consist of the same tokens, with macros expanded."""
    return words(first, "{") == words(second, "{")


def compatible(first: CType, second: CType, assumed: set[tuple[int, int]] | None = None) -> bool:
    """`assumed`: pairs that are being compared further up, since types may refer to themselves."""
    assumed = set() if assumed is None else assumed
    pair = (id(first), id(second))
    if pair in assumed:
        return True
    assumed.add(pair)
    if first.is_function or second.is_function:
        return first.is_function and second.is_function and _functions(first, second, assumed)
    if first.is_array or second.is_array:
        lengths = {each.count for each in (first, second) if each.kind == k.T_CONSTANT_ARRAY}
        return first.is_array and second.is_array and len(lengths) < 2 and compatible(first.target, second.target, assumed)
    if first.is_record or second.is_record:
        return first.is_record and second.is_record and _records(first, second, assumed)
    if first.is_pointer and second.is_pointer:
        return first.atomic == second.atomic and compatible(first.target, second.target, assumed)
    same = first.kind == second.kind or k.T_ENUM in (first.kind, second.kind)
    return same and first.value == second.value and first.atomic == second.atomic


def _functions(first: CType, second: CType, assumed: set[tuple[int, int]]) -> bool:
    if not compatible(first.result, second.result, assumed):
        return False
    if not (first.has_prototype and second.has_prototype):
        known = first if first.has_prototype else second
        return not known.variadic and all(map(_passed_as_it_is, known.parameters))
    one, other = first.parameters, second.parameters
    return (
        first.variadic == second.variadic
        and len(one) == len(other)
        and all(compatible(a, b, assumed) for a, b in zip(one, other, strict=True))
    )


def _passed_as_it_is(parameter: CType) -> bool:
    """Whether an argument keeps its type where no prototype says which one is wanted."""
    return parameter.value is None or (parameter.value != F32 and promoted(parameter.value) == parameter.value)


def _records(first: CType, second: CType, assumed: set[tuple[int, int]]) -> bool:
    if first.is_union != second.is_union or _tag(first) != _tag(second):
        return False
    if first.size < 0 or second.size < 0:
        return True
    one, other = first.members, second.members
    if first.is_union:  # there the order of members does not matter
        one, other = (sorted(members, key=lambda member: member.name) for members in (one, other))
    same = first.size == second.size and first.align == second.align and len(one) == len(other)
    return same and all(_members(a, b, assumed) for a, b in zip(one, other, strict=True))


def _members(first: Member, second: Member, assumed: set[tuple[int, int]]) -> bool:
    places = [(each.name, each.offset, each.bits, each.shift) for each in (first, second)]
    return places[0] == places[1] and compatible(first.type, second.type, assumed)


def _tag(type_: CType) -> str:
    """Without qualifiers, which are part of the spelling; clang describes a type without tag by its place."""
    words = type_.spelling.replace("const ", "").replace("volatile ", "")
    return "" if "(" in words else words.removeprefix("struct ").removeprefix("union ")
