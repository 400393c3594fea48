"""`%n` in output functions: the one conversion that writes into the program's memory.

The models of `printf` and its relatives do not look at the format, since output has no effect. So the front end does:
where a format is known to write, or may do so because it is no literal and a number could be meant by an argument, the
rest of the execution is not explored.
"""

from __future__ import annotations

import re

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.syntax.strings import units
from threadproof.ir.op import Cut
from threadproof.ir.types import IntType

_FORMAT = {"printf": 0, "fprintf": 1, "dprintf": 1, "vprintf": 0, "vfprintf": 1}  # name -> which argument
_WRITES = re.compile(r"%[-+ #0-9.*'$]*(?:hh|h|ll|l|j|z|t|q)?n")


def cut_writes(context: Context, node: Node, name: str, arguments: list[Node]) -> None:
    position = _FORMAT.get(name)
    if position is None or position >= len(arguments) or context.linker.image.defines(context.module, name):
        return
    text = literal(arguments[position])
    if text is not None:
        writes = _WRITES.search(text.replace("%%", "")) is not None
    else:
        writes = any(_is_counter(argument) for argument in arguments[position + 1 :])
    if writes:
        context.at(node)
        context.builder.stop(Cut(f"{name} with %n is not modelled"))


def literal(node: Node) -> str | None:
    """A string that is written there."""
    node = node.strip()
    while node.kind in (k.UNEXPOSED_EXPR, k.CAST) and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    return "".join(map(chr, units(node))) if node.kind == k.STRING else None


def _is_counter(argument: Node) -> bool:
    """The address of an integer that is no character."""
    type_ = argument.type
    return type_.is_address and isinstance(type_.target.value, IntType) and not type_.target.const and type_.target.size > 1
