"""How much of a function's result the program looks at: nothing, whether it is zero, its sign, or the value itself.

Standards promise the sign of what `strcmp` returns and that `isalpha` returns something else than 0, not which number.
A model that returns any such number costs every engine an input, and nearly all programs would not notice the
difference from 1. So models ask (`__tp_observes`), and give an arbitrary number only where some call's result is used
beyond a condition, a comparison with 0, or output, which has no effect. A function whose address is taken may be called
from anywhere: its results are values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.ir.types import BOOL

NOTHING, TRUTH, SIGN, VALUE = "nothing", "truth", "sign", "value"
_ORDER = (NOTHING, TRUTH, SIGN, VALUE)
_EQUALITIES, _ORDERINGS = frozenset({k.EQ, k.NE}), frozenset({k.LT, k.GT, k.LE, k.GE})
_OUTPUT = frozenset({"printf", "fprintf", "dprintf", "puts", "fputs", "perror", "syslog"})
_CONDITIONS = frozenset({k.IF, k.WHILE})


def observes(modules: Sequence[Module], function: str, beyond: str) -> bool:
    """Whether the results of a function are looked at beyond what it says."""
    return any(_ORDER.index(_usage(module).get(function, NOTHING)) > _ORDER.index(beyond) for module in modules)


def _usage(module: Module) -> dict[str, str]:
    if module.usage is None:
        found: dict[str, str] = {}
        for node in module.functions.values():
            for name, use in _uses(node):
                found[name] = max(found.get(name, NOTHING), use, key=_ORDER.index)
        module.usage = found
    return module.usage


def again(modules: Sequence[Module], function: str) -> bool:
    """Whether a function may be called more than once: at two places, in a loop, in a function with labels, or outside
    main."""
    places = 0
    bodies = [each for module in modules if function in module.mentioned for each in module.functions.items()]
    for name, node in bodies:
        repeated = name != "main" or any(each.kind == k.LABEL for each in node.walk())
        places += sum(2 if inside else 1 for inside in _places(node, function, repeated))
    return places > 1


def _places(root: Node, function: str, repeated: bool) -> Iterator[bool]:
    """Where a function is mentioned: whether that is in a loop."""
    stack = [(root, repeated)]
    while stack:
        node, inside = stack.pop()
        if _mentions(node, function):
            yield inside
        inside = inside or node.kind in (k.FOR, k.WHILE, k.DO)
        stack += [(child, inside) for child in node.children]


def _mentions(node: Node, function: str) -> bool:
    return node.kind == k.DECL_REF and node.referenced.kind == k.FUNCTION_DECL and node.referenced.spelling == function


def _uses(function: Node) -> Iterator[tuple[str, str]]:
    """The functions that are mentioned, each with what becomes of its result there."""
    stack = [(child, NOTHING) for child in function.children]
    while stack:
        node, use = stack.pop()
        if node.kind == k.CALL:
            callee, *arguments = node.expressions
            name = _called(callee)
            if name:
                yield name, use
            else:
                stack.append((callee, VALUE))
            stack += [(argument, NOTHING if name in _OUTPUT else VALUE) for argument in arguments]
        elif node.kind == k.DECL_REF:
            if node.referenced.kind == k.FUNCTION_DECL:
                yield _plain(node.referenced.spelling), VALUE
        else:
            stack += _below(node, use)


def _called(callee: Node) -> str:
    node = callee.strip()
    while node.kind == k.UNEXPOSED_EXPR and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    return _plain(node.referenced.spelling) if node.kind == k.DECL_REF and node.referenced.kind == k.FUNCTION_DECL else ""


def _plain(name: str) -> str:
    return name.removeprefix("__builtin_")


def _below(node: Node, use: str) -> list[tuple[Node, str]]:
    """What becomes of the values of a node's children."""
    kind, children = node.kind, node.children
    if kind == k.PAREN or kind == k.UNEXPOSED_EXPR:
        return [(child, TRUTH if node.type.value == BOOL else use) for child in children]
    if kind == k.CAST:
        return [(child, NOTHING if node.type.is_void else TRUTH if node.type.value == BOOL else VALUE) for child in children]
    if kind == k.UNARY:
        return [(child, TRUTH if node.unary == k.LNOT else VALUE) for child in children]
    if kind == k.BINARY:
        return _operands(node, use)
    if kind == k.CONDITIONAL:
        return [(child, use if index else TRUTH) for index, child in enumerate(children)]
    if kind in _CONDITIONS:
        return [(child, NOTHING if index else TRUTH) for index, child in enumerate(children)]
    if kind in (k.FOR, k.DO):  # which part a child is does not matter: the other parts are discarded
        return [(child, TRUTH if k.FIRST_EXPR <= child.kind <= k.LAST_EXPR else NOTHING) for child in children]
    if kind in (k.BLOCK, k.LABEL, k.CASE, k.DEFAULT):
        return [(child, use) for child in children]
    return [(child, VALUE) for child in children]


def _operands(node: Node, use: str) -> list[tuple[Node, str]]:
    code = node.binary
    if code in (k.LAND, k.LOR):
        return [(child, TRUTH) for child in node.children]
    if code == k.COMMA:
        left, right = node.expressions
        return [(left, NOTHING), (right, use)]
    if code in _EQUALITIES or code in _ORDERINGS:
        left, right = node.expressions
        wanted = TRUTH if code in _EQUALITIES else SIGN
        return [(left, wanted if _is_zero(right) else VALUE), (right, wanted if _is_zero(left) else VALUE)]
    return [(child, VALUE) for child in node.children]


def _is_zero(node: Node) -> bool:
    """A literal 0 or NULL."""
    node = node.strip()
    while node.kind in (k.UNEXPOSED_EXPR, k.CAST) and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    return node.kind == k.INTEGER and node.evaluate() == 0
