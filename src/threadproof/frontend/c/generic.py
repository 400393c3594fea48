"""`_Generic`: which association clang has chosen, which libclang does not tell.

The result has the type of the whole expression; where that leaves several candidates, the types in the source text are
compared with the controlling expression's type. What stays ambiguous is refused.
"""

from __future__ import annotations

from threadproof.frontend.c import kinds as k
from threadproof.frontend.c.context import Context
from threadproof.frontend.c.node import Node
from threadproof.frontend.c.rendering import words

_WORDS = {"const", "volatile", "restrict", "_Atomic", "struct", "union", "enum"}


def chosen(context: Context, node: Node) -> Node:
    parts = node.expressions
    control, results = parts[0], parts[1:]
    same = [result for result in results if result.type is node.type]
    if len(same) == 1:
        return same[0]
    labels = _labels(node.tokens())
    if len(labels) != len(results):
        labels = _rendered(context, node)  # the text is a macro
    if len(labels) == len(results):
        wanted = _normal(control.type.spelling.split())
        exact = [result for label, result in zip(labels, results, strict=True) if _normal(label) == wanted]
        if len(exact) == 1:
            return exact[0]
        other = [result for label, result in zip(labels, results, strict=True) if label == ["default"]]
        if not exact and len(other) == 1 and not _has_type_names(node):
            return other[0]
    raise context.unsupported(node, "_Generic whose choice cannot be told from the types' names")


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


def _has_type_names(node: Node) -> bool:
    """Typedef names and tags may hide a match."""
    return any(child.kind == k.TYPE_REF for child in node.children)


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


def _normal(words: list[str]) -> list[str]:
    text = "".join(f" {word} " for word in words).replace("*", " * ").split()
    return sorted(word for word in text if word not in _WORDS and word != "int") or ["int"]
