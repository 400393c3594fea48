"""`_Generic`: which association clang has chosen, which libclang does not tell.

The result has the type of the whole expression; where that leaves several candidates, the types in the source text are
compared with the controlling expression's type. What stays ambiguous is not supported.
"""

from __future__ import annotations

import re

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.clang.rendering import words
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir.types import I32

_BASIC = frozenset(
    {"void", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "_Bool", "__int128", "_Complex"}
)
_QUALIFIERS = frozenset({"const", "volatile", "restrict"})
_SAME = {"bool": "_Bool", "__restrict": "restrict", "__const": "const", "__volatile__": "volatile", "__signed__": "signed"}

Labels = list[list[str]]


def chosen(context: Context, node: Node) -> Node:
    parts = node.expressions
    control, results = parts[0], parts[1:]
    if sum(result.type is node.type for result in results) == 1:
        return next(result for result in results if result.type is node.type)
    for labels in (_labels(node.tokens()), _rendered(context, node)):  # the text may be a macro, or contain some
        found = _matching(control, labels, results, node.type) if len(labels) == len(results) else None
        if found is not None:
            return found
    raise context.unsupported(node, "_Generic whose choice cannot be told from the types' names")


def _matching(control: Node, labels: Labels, results: list[Node], type_: CType) -> Node | None:
    """The association whose type has the control's name; the default one if no other can have that type."""
    possible = [(label, result) for label, result in zip(labels, results, strict=True) if result.type is type_]
    names = {_name(_words(_unqualified(text))) for text in (control.type.spelling, control.written_type)}
    if control.type.kind == k.T_ENUM and control.type.size == 4:  # compatible with its integer type
        names.add(_name(["int"] if control.type.value is I32 else ["unsigned"]))
    exact = [result for label, result in possible if _name(label) in names]
    if exact:
        return exact[0] if len(exact) == 1 else None
    if all(label == ["default"] or _is_basic(label) for label, _ in possible):
        return next((result for label, result in possible if label == ["default"]), None)
    return None


def _words(text: str) -> list[str]:
    return re.findall(r"\w+|\S", text)


def _unqualified(text: str) -> str:
    """Without the qualifiers of the type itself, which the value of an expression does not have."""
    words = _words(text)
    star = max((i for i, word in enumerate(words) if word == "*"), default=-1)
    if "(" in words or "[" in words:
        return text
    return " ".join(word for i, word in enumerate(words) if i < star or word not in _QUALIFIERS)


def _is_basic(label: list[str]) -> bool:
    """Whether nothing but keywords says which type it is: no typedef or macro that may hide a match, no compatible type."""
    return all(_SAME.get(word, word) in _BASIC | _QUALIFIERS | {"*"} for word in label)


def _name(label: list[str]) -> tuple[str, ...]:
    """Equal for the ways to write a basic type or an address of one: the order of words and a superfluous `int` do not matter."""
    words = [_SAME.get(word, word) for word in label]
    if not _is_basic(label):
        return tuple(words)
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "*":
            parts.append([])
        else:
            parts[-1].append(word)
    base = [word for word in parts[0] if word != "signed" or "char" in parts[0]]
    if {"short", "long", "unsigned", "__int128"} & set(base) or not set(base) - _QUALIFIERS:
        base = [word for word in base if word != "int"]
    if not set(base) - _QUALIFIERS:
        base.append("int")
    return ("*".join(" ".join(sorted(part)) for part in (base, *parts[1:])),)


def _rendered(context: Context, node: Node) -> list[list[str]]:
    """The labels in clang's rendering of the function, where this is the n-th `_Generic` as in the tree."""
    if context.function is None:
        return []
    keys = list(dict.fromkeys(other.cursor.second for other in context.function.walk() if other.kind == k.GENERIC))
    texts = words(context.function)
    starts = [index for index, word in enumerate(texts) if word == "_Generic"]
    if len(starts) != len(keys):
        return []
    start = starts[keys.index(node.cursor.second)]
    depth, end = 1, start + 2
    while depth:
        depth += (texts[end] == "(") - (texts[end] == ")")
        end += 1
    return _labels(texts[start:end])


def _labels(tokens: list[str]) -> list[list[str]]:
    """The type names before each colon, from `_Generic ( control , T : e , ... )`; [] if the text is a macro."""
    if tokens[:2] != ["_Generic", "("]:
        return []
    parts: list[list[str]] = [[]]
    depth = 0
    for token in tokens[2:-1]:
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        if token == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part[: part.index(":")] for part in parts[1:] if ":" in part]
