"""The parts of an `asm` statement: its template, operands, clobbers and labels.

They come from clang's rendering of the function, in which macros are expanded; the expressions are the children of the
node, outputs first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.records import dataclass, field

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f", "a": "\a", "b": "\b"}


@dataclass(frozen=True, slots=True)
class WrittenOperand:
    """An operand as it is written."""

    name: str  # in brackets; "" if it has a number only
    constraint: str
    node: Node

    @property
    def letters(self) -> frozenset[str]:
        """The classes of operands that the constraint allows, of all its alternatives."""
        return frozenset(re.sub(r"\[\w+\]|@cc\w+|[\d=+&%,*!?#^$\s]", "", self.constraint))

    @property
    def names_memory(self) -> bool:
        """Whether it is an address, or in memory itself."""
        return self.letters <= ONLY_MEMORY or self.node.type.is_address


@dataclass(slots=True, eq=False)
class AsmStatement:
    template: str = ""
    extended: bool = False  # has operands, so that the template escapes percent signs
    goto: bool = False
    outputs: list[WrittenOperand] = field(default_factory=list)
    inputs: list[WrittenOperand] = field(default_factory=list)
    clobbers: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    @property
    def clobbers_memory(self) -> bool:
        return "memory" in self.clobbers

    def number(self, name: str) -> int | None:
        """Of an operand that has a name."""
        every = [*self.outputs, *self.inputs]
        return next((number for number, given in enumerate(every) if given.name == name), None)


ONLY_MEMORY = frozenset("moV")


def in_memory(nodes: list[Node], words: Mapping[int, list[str]]) -> set[int]:
    """The variables that some operand wants to have in memory."""
    found = set[int]()
    for node in nodes:
        statement = parts(words[node.cursor.second], node.expressions)
        for given in (*statement.outputs, *statement.inputs):
            place = given.node.strip()
            if given.letters and given.letters <= ONLY_MEMORY and place.kind == k.DECL_REF:
                found.add(place.referenced.key)
    return found


def parts(words: list[str], expressions: list[Node]) -> AsmStatement:
    """`words`: what follows `asm`, with the parentheses."""
    start = next(index for index, word in enumerate(words) if word.endswith("("))
    sections = _sections(words[start + 1 : -1])
    result = AsmStatement("".join(map(_text, sections[0])), len(sections) > 1, "goto" in words[:start])
    rest = iter(expressions)
    for into, section in zip((result.outputs, result.inputs), sections[1:3], strict=False):
        for item in _separated(section):
            name = item[1] if item[0] == "[" else ""
            constraint = next(word for word in item if word.startswith('"'))
            node = next(rest, None)
            if node is not None:
                into.append(WrittenOperand(name, _text(constraint), node))
    if len(sections) > 3:
        result.clobbers = [_text(item[0]) for item in _separated(sections[3])]
    if len(sections) > 4:
        result.labels = [item[0] for item in _separated(sections[4])]
    return result


def _sections(words: list[str]) -> list[list[str]]:
    """What colons separate, outside of parentheses."""
    found: list[list[str]] = [[]]
    depth = 0
    for word in words:
        depth += _depth(word)
        if word == ":" and depth == 0:
            found.append([])
        else:
            found[-1].append(word)
    return found


def _separated(words: list[str]) -> list[list[str]]:
    """What commas separate, outside of parentheses."""
    found: list[list[str]] = [[]]
    depth = 0
    for word in words:
        depth += _depth(word)
        if word == "," and depth == 0:
            found.append([])
        else:
            found[-1].append(word)
    return [item for item in found if item]


def _depth(word: str) -> int:
    return (word[-1:] in ("(", "[", "{") and word[0] != '"') - (word in (")", "]", "}"))


def _text(literal: str) -> str:
    """What a string literal contains."""

    def character(match: re.Match[str]) -> str:
        code = match[1]
        if code[0] in "01234567":
            return chr(int(code, 8))
        return chr(int(code[1:], 16)) if code[0] == "x" and len(code) > 1 else _ESCAPES.get(code, code)

    return re.sub(r"\\([0-7]{1,3}|x[0-9a-fA-F]+|.)", character, literal[1:-1], flags=re.S)
