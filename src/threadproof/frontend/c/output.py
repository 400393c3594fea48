"""What functions of the library read in order to print it.

Output has no effect, so the models of these functions do not look at it. That would hide a data race with what is printed, or
that it is no object any more; so where the property is about accesses, texts and blocks that are handed to them are read, byte by
byte, before they are called: the arguments of `%s` in a format that is written there, and those of the tables. Literals can do no
harm, and are not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from threadproof.errors import InternalError
from threadproof.frontend.c.context import Context
from threadproof.frontend.c.formats import literal
from threadproof.frontend.c.node import Node
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Call

_FORMATS = {"printf": 0, "fprintf": 1, "dprintf": 1, "syslog": 1}  # which argument is the format
_TEXTS = {"puts": 0, "fputs": 0, "perror": 0, **_FORMATS}
_BLOCKS = {"write": (1, (2,)), "fwrite": (0, (1, 2))}  # which argument is the block, and those whose product is its size
_CONVERSION = re.compile(r"%[-+ #0']*(\*|\d+)?(\.(?:\*|\d*))?(?:hh|h|ll|l|L|q|j|z|t)?([a-zA-Z%])")


def looked_at(name: str, arguments: list[Node]) -> dict[int, Expr | None]:
    """The arguments that a function of the library reads through, beside those of a block; their values are still to be found."""
    texts = [_TEXTS[name]] if name in _TEXTS else []
    if name in _FORMATS and _FORMATS[name] < len(arguments):
        form = literal(arguments[_FORMATS[name]])
        if form is not None:
            texts += [_FORMATS[name] + 1 + index for index in _strings(form)]
    return {index: None for index in texts if index < len(arguments) and literal(arguments[index]) is None}


def look(context: Context, node: Node, name: str, texts: Mapping[int, Expr | None], values: list[Expr]) -> None:
    """Read them. `values`: of the function's own parameters."""
    for index, text in texts.items():
        value = values[index] if text is None else text
        _read(context, node, "__tp_read_text", (e.cast(context.pointer, value),))
    if name in _BLOCKS:
        block, sizes = _BLOCKS[name]
        size: Expr = e.const(context.builder.data_model.size, 1)
        for index in sizes:
            size = e.mul(size, e.cast(size.type, values[index]))
        _read(context, node, "__tp_read_bytes", (values[block], size))


def _read(context: Context, node: Node, model: str, values: tuple[Expr, ...]) -> None:
    definition = context.linker.definition(context.module, model, node.pos)
    if definition is None:
        raise InternalError(f"no model of {model}")
    context.at(node)
    context.builder.emit(Call(None, e.addr(definition.function, context.pointer), values))


def _strings(form: str) -> list[int]:
    """Which of the further arguments are texts of any length."""
    found, index = [], 0
    for width, precision, letter in _CONVERSION.findall(form):
        if letter == "%":
            continue
        index += (width == "*") + (precision == ".*")
        if letter == "s" and not precision:
            found.append(index)
        index += 1
    return found
