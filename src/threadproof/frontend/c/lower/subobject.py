"""Bounds of parts of objects: array members and rows of arrays, where `valid-memsafety` is verified.

An access by subscripts, `s.name[9]` or `m[0][4]`, must stay in the array that is written there (C11 6.5.6p8), though the next
member or row belongs to the same object. So the index is checked where an element, or a part of it, is read or written; computing
an address checks nothing, and an address that was computed knows the bounds of its object only. A variable that is an array is
an object of its own. Arrays at the end of a struct with no bound, or one of 0 or 1, are as long as the object is.

Functions of the library get addresses. Where an argument is an array member itself, `strcpy(s.name, t)`, they may use no more
bytes than it has: a length is checked before the call; the end of a string that was written, after it. A text that is read must
end there, too, or what the function looks for must be found, `strlen(s.name)`: the bytes are read before the call. Strings are
checked in rows as well; lengths are not, since programs fill a matrix by its first row.
"""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Call, Check
from threadproof.ir.types import BOOL, I32, IntType, Type, width
from threadproof.records import dataclass

# function -> (argument that is an address, argument that says how many bytes may be used there)
LENGTHS: dict[str, tuple[tuple[int, int], ...]] = {
    **dict.fromkeys(("memcpy", "mempcpy", "memmove", "memcmp", "bcopy", "bcmp"), ((0, 2), (1, 2))),
    **dict.fromkeys(("memset", "strncpy", "stpncpy"), ((0, 2),)),
    **dict.fromkeys(("read", "write", "recv", "send", "pread", "pwrite", "recvfrom", "sendto"), ((1, 2),)),
    **dict.fromkeys(("bzero", "fgets", "getcwd", "gethostname", "strftime", "getrandom", "getentropy"), ((0, 1),)),
    "readlink": ((1, 2),),
    "readlinkat": ((2, 3),),
    "pthread_getname_np": ((1, 2),),
}
STRINGS = frozenset({"strcpy", "stpcpy", "strcat", "strncat", "sprintf", "vsprintf"})  # write one to their first argument
COUNTING = frozenset({"snprintf", "vsnprintf"})  # ... of at most as many bytes as the second one says


@dataclass(frozen=True, slots=True)
class Text:
    """An argument that is read, up to the end of the string or less. Numbers are those of arguments."""

    pointer: int
    most: int | None = None  # how many bytes are read at most
    value: int | None = None  # reading ends at this byte
    other: int | None = None  # reading ends where this text differs
    bytes: bool = False  # reading does not end at 0
    fold: bool = False  # letters are compared without case


_FIRST, _SECOND = Text(0), Text(1)
TEXTS: dict[str, tuple[Text, ...]] = {
    **dict.fromkeys(("strlen", "strdup", "strrchr", "atoi", "atol", "atoll", "atof", "inet_aton", "inet_addr"), (_FIRST,)),
    **dict.fromkeys(("rindex", "dirname", "basename", "__xpg_basename"), (_FIRST,)),
    **dict.fromkeys(("strtol", "strtoul", "strtoll", "strtoull", "strtod", "strtok", "strtok_r", "sscanf"), (_FIRST,)),
    **dict.fromkeys(("strcpy", "stpcpy"), (_SECOND,)),
    **dict.fromkeys(("strcat", "strstr", "strcasestr", "strspn", "strcspn", "strpbrk"), (_FIRST, _SECOND)),
    **dict.fromkeys(("strncpy", "stpncpy"), (Text(1, most=2),)),
    "strncat": (_FIRST, Text(1, most=2)),
    **dict.fromkeys(("strnlen", "strndup"), (Text(0, most=1),)),
    **dict.fromkeys(("strchr", "index", "strchrnul"), (Text(0, value=1),)),
    "memchr": (Text(0, most=2, value=1, bytes=True),),
    **dict.fromkeys(("strcmp", "strcoll"), (Text(0, other=1), Text(1, other=0))),
    "strcasecmp": (Text(0, other=1, fold=True), Text(1, other=0, fold=True)),
    "strncmp": (Text(0, most=2, other=1), Text(1, most=2, other=0)),
    "strncasecmp": (Text(0, most=2, other=1, fold=True), Text(1, most=2, other=0, fold=True)),
}


# -- subscripts ----------------------------------------------------------------------------------------------------------


def addressed(context: Context, node: Node) -> None:
    """The operand of `&`: nothing is accessed, whatever it is a part of."""
    while True:
        node = _bare(node)
        if node.kind == k.SUBSCRIPT:
            context.addressed.add(node)
            node = _array_of(node)
        elif node.kind == k.MEMBER_EXPR and node.expressions and node.expressions[0].type.is_record:
            node = node.expressions[0]
        else:
            return


def subscripted(context: Context, node: Node, array: Node) -> None:
    """Before the operands are evaluated: an element of a row that is accessed accesses the row."""
    row = _bare(array)
    if row.kind == k.SUBSCRIPT and _accesses(context, node):
        context.rows.add(row)


def check_index(context: Context, node: Node, array: Node, index: Expr) -> None:
    part = _bare(array)
    if not _accesses(context, node) or not _is_part(part):
        return
    unsigned = IntType(width(index.type), False)
    count = part.type.count
    inside = e.lt(e.cast(unsigned, index), e.const(unsigned, min(count, (1 << unsigned.bits) - 1)))
    if inside is not e.TRUE:
        message = f"index outside of {_name(part)}, which has {count} elements"
        context.builder.emit(Check(inside, "invalid-deref", message))


def sum_of_part(node: Node) -> tuple[Node, Node] | None:
    """`*(s.name + i)` is `s.name[i]`: the operands."""
    total = node.strip()
    if total.kind != k.BINARY or total.binary != k.ADD:
        return None
    left, right = total.expressions
    return (left, right) if _is_part(_bare(left)) else (right, left) if _is_part(_bare(right)) else None


def _accesses(context: Context, node: Node) -> bool:
    return node not in context.addressed and (not node.type.is_array or node in context.rows)


def _bare(node: Node) -> Node:
    """Without parentheses and conversions that are not written."""
    node = node.strip()
    while node.kind == k.UNEXPOSED_EXPR and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    return node


def _array_of(node: Node) -> Node:
    left, right = node.expressions
    return left if left.type.is_address else right


def _is_part(node: Node) -> bool:
    """Whether it is an array of known length in something larger."""
    row = node.kind == k.SUBSCRIPT or (node.kind == k.UNARY and node.unary == k.DEREF)
    if not (row or node.kind == k.MEMBER_EXPR) or not node.type.is_array or node.type.is_variable_array:
        return False
    return node.type.size > 0 and (row or node.type.count > 1 or not _is_last(node))


def _is_last(node: Node) -> bool:
    """Whether no member of the struct lies after it."""
    base = node.expressions[0] if node.expressions else node
    record = base.type if base.type.is_record else base.type.target
    extra, found = record.paths[node.referenced.key]
    return all(before + member.offset <= extra + found.offset for before, member in record.paths.values())


def _name(node: Node) -> str:
    return f"member {node.referenced.spelling}" if node.kind == k.MEMBER_EXPR else "a row"


# -- functions of the library --------------------------------------------------------------------------------------------


def _room(argument: Node, rows: bool = False) -> int | None:
    """Bytes of an argument that is an array member (or a row)."""
    part = _bare(argument)
    return part.type.size if (rows or part.kind == k.MEMBER_EXPR) and _is_part(part) else None


def is_bounded(argument: Node) -> bool:
    """Whether a string that begins there must end in a part of an object."""
    return _room(argument, rows=True) is not None


def _short(context: Context, node: Node, fits: Expr, name: str, argument: Node, room: int) -> None:
    context.at(node)
    if fits is not e.TRUE:
        message = f"{name} uses more than the {room} bytes of {_name(_bare(argument))}"
        context.builder.emit(Check(fits, "invalid-deref", message))


def check_constants(context: Context, node: Node, name: str, arguments: list[Node]) -> None:
    """Before the call, where the length is a constant."""
    for pointer, length in LENGTHS.get(name, ()) if context.options.bounds else ():
        room = _room(arguments[pointer]) if length < len(arguments) else None
        size = None if room is None else arguments[length].evaluate()
        if room is not None and isinstance(size, int) and not 0 <= size <= room:
            _short(context, node, e.FALSE, name, arguments[pointer], room)


def check_lengths(context: Context, node: Node, name: str, arguments: list[Node], values: list[Expr]) -> None:
    """Before the call, where it is not."""
    for pointer, length in LENGTHS.get(name, ()) if context.options.bounds else ():
        room = _room(arguments[pointer]) if length < len(arguments) else None
        if room is not None and not isinstance(arguments[length].evaluate(), int):
            size = values[length]
            unsigned = IntType(width(size.type), False)
            _short(context, node, e.le(e.cast(unsigned, size), e.const(unsigned, room)), name, arguments[pointer], room)


def writes_string(context: Context, name: str, arguments: list[Node]) -> bool:
    """Whether `check_string` has something to do, and needs the result of the call."""
    wanted = context.options.bounds and name in STRINGS | COUNTING and bool(arguments)
    return wanted and _room(arguments[0], rows=True) is not None


def check_string(context: Context, node: Node, name: str, arguments: list[Node], values: list[Expr], result: Expr) -> None:
    """After the call."""
    room = _room(arguments[0], rows=True)
    assert room is not None
    size = context.builder.data_model.size
    if name in COUNTING:  # nothing is written after the limit
        limited = e.le(e.cast(size, values[1]), e.const(size, room))
        _short(context, node, e.lor(limited, e.lt(result, e.const(result.type, room))), name, arguments[0], room)
        return
    length = _ask(context, node, "strlen", size, (values[0],))
    _short(context, node, e.lt(length, e.const(size, room)), name, arguments[0], room)


def check_texts(context: Context, node: Node, name: str, arguments: list[Node], values: list[Expr]) -> None:
    """Before the call."""
    size = context.builder.data_model.size
    for text in TEXTS.get(name, ()):
        room = _room(arguments[text.pointer], rows=True) if text.pointer < min(len(arguments), len(values)) else None
        if room is None:
            continue
        address = e.cast(context.pointer, values[text.pointer])
        limits = (e.const(size, room), _most(size) if text.most is None else e.cast(size, values[text.most]))
        if text.other is not None:
            asked: tuple[Expr, ...] = (address, e.cast(context.pointer, values[text.other]), *limits, e.const(BOOL, text.fold))
            inside = _ask(context, node, "__tp_differs_within", BOOL, asked)
        else:
            value = e.zero(I32) if text.value is None else e.cast(I32, values[text.value])
            asked = (address, *limits, value, value if text.bytes else e.zero(I32))
            inside = _ask(context, node, "__tp_ends_within", BOOL, asked)
        _short(context, node, inside, name, arguments[text.pointer], room)


def check_printed(context: Context, node: Node, name: str, argument: Node, address: Expr, most: Expr | None) -> None:
    """Before a text is printed: `most` bytes of it, if that is not negative."""
    room = _room(argument, rows=True) if context.options.bounds else None
    if room is None:
        return
    size = context.builder.data_model.size
    limit = _most(size) if most is None else e.cast(size, most)
    asked = (address, e.const(size, room), limit, e.zero(I32), e.zero(I32))
    _short(context, node, _ask(context, node, "__tp_ends_within", BOOL, asked), name, argument, room)


def _most(size: IntType) -> Expr:
    return e.const(size, (1 << size.bits) - 1)


def _ask(context: Context, node: Node, model: str, type_: Type, values: tuple[Expr, ...]) -> Expr:
    """The result of a function of the library."""
    definition = context.linker.definition(context.module, model, node.pos)
    assert definition is not None
    context.at(node)
    result = context.builder.temporary(type_)
    context.linker.results_used.add(definition.function)
    context.builder.emit(Call(result, e.addr(definition.function, context.pointer), values))
    return e.var(result)
