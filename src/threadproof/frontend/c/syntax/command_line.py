"""Whether main only converts its arguments to numbers, and prints them.

Then nothing else about their texts can be told, and an argument is as good as the number that is read from it (see
`lower.command_line`). A use of `argv` in main is *plain* if it is `argv[E]` and

- the text of `atoi` and its relatives, without a place for the rest of the text, in base 10 (or 0),
- an argument of an output function whose result is not looked at,
- or compared with NULL.

Texts are converted consistently: twice the same text gives the same number. So every conversion of one program is by the same
function, or each of a constant index, and those of one index by the same function.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.syntax.usage import observes
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.frontend.c.lower.image import Image

WHOLE = frozenset({"atoi", "atol", "atoll", "atof"})
PARTIAL = frozenset({"strtol", "strtoul", "strtoll", "strtoull", "strtod", "strtof"})  # errno may say that it does not fit
PRINTING = frozenset({"printf", "fprintf", "dprintf", "puts", "fputs", "perror", "syslog", "warn", "warnx", "err", "errx"})
BASES = (0, 10)


@dataclass(slots=True, eq=False)
class Numbers:
    """How main uses its arguments."""

    conversions: dict[object, tuple[Node, str]] = field(default_factory=dict)  # calls with the names of the functions
    elements: set[object] = field(default_factory=set)  # all `argv[E]`


def numbers(main: Node, parameter: Node, image: Image) -> Numbers | None:
    """None if more than the numbers can be told. `parameter`: the declaration of argv. `image`: all files."""
    found = Numbers()
    plain: set[object] = set()
    for node in main.walk():
        for element in _plain(node, parameter, found, image):
            found.elements.add(identity(element))
            plain.add(identity(_bare(element.expressions[0])))
    used = (node for node in main.walk() if node.kind == k.DECL_REF and node.referenced.key == parameter.key)
    return found if all(identity(node) in plain for node in used) and _consistent(found) else None


def identity(node: Node) -> object:
    """Of an expression: clang may list it at several places."""
    return node.cursor.second


def index_of(call: Node) -> Node:
    """Of the argument that is converted."""
    return _bare(call.expressions[1]).expressions[1]


def converts(name: str) -> str:
    return name.removeprefix("__isoc23_")


def _plain(node: Node, parameter: Node, found: Numbers, image: Image) -> Iterator[Node]:
    if node.kind == k.CALL:
        callee, *arguments = node.expressions
        function = _bare(callee)
        name = function.referenced.spelling if function.kind == k.DECL_REF else ""
        if image.defines(node.module, name):
            return
        if name in PRINTING and not observes(image.modules, name, "nothing"):
            yield from (element for argument in arguments if (element := _element(argument, parameter)))
        elif arguments and (element := _element(arguments[0], parameter)) and _converts(converts(name), arguments, image):
            found.conversions[identity(node)] = (node, converts(name))
            yield element
    elif node.kind == k.BINARY and node.binary in (k.EQ, k.NE):
        left, right = node.expressions
        for one, other in ((left, right), (right, left)):
            element = _element(one, parameter)
            if element and _is_null(other):
                yield element


def _converts(name: str, arguments: list[Node], image: Image) -> bool:
    if name in WHOLE:
        return len(arguments) == 1
    if name not in PARTIAL or len(arguments) < 2 or not _is_null(arguments[1]) or "__errno_location" in image.mentioned:
        return False
    return len(arguments) == 2 or arguments[2].strip().evaluate() in BASES


def _element(node: Node, parameter: Node) -> Node | None:
    """`argv[E]`, perhaps converted to another type."""
    node = _bare(node)
    if node.kind != k.SUBSCRIPT:
        return None
    base = _bare(node.expressions[0])
    return node if base.kind == k.DECL_REF and base.referenced.key == parameter.key else None


def _bare(node: Node) -> Node:
    node = node.strip()
    while node.kind in (k.UNEXPOSED_EXPR, k.CAST) and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    return node


def _is_null(node: Node) -> bool:
    node = _bare(node)
    return node.kind == k.INTEGER and node.evaluate() == 0


def _consistent(found: Numbers) -> bool:
    names = {name for _, name in found.conversions.values()}
    if len(names) <= 1:
        return True
    by_index: dict[object, set[str]] = {}
    for call, name in found.conversions.values():
        by_index.setdefault(index_of(call).evaluate(), set()).add(name)
    return None not in by_index and all(len(each) == 1 for each in by_index.values())
