"""String literals: their code units, from clang's own re-quoted spelling (so embedded zeros and escapes are exact)."""

from __future__ import annotations

import re

from threadproof.frontend.c.clang.node import Node

_ESCAPE = r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]+)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))"
_SIMPLE = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "0": 0}


def units(node: Node) -> list[int]:
    """The code units without the terminating zero."""
    spelling = node.spelling
    start = spelling.index('"') + 1
    wide = start > 1 and not spelling.startswith("u8")
    text = spelling[start:-1]
    found: list[int] = []
    position = 0
    for match in re.finditer(_ESCAPE, text, re.S):
        found.extend(_plain(text[position : match.start()], wide))
        octal, short, unicode4, unicode8, simple = match.groups()
        if octal is not None:
            found.append(int(octal, 8))
        elif simple is not None:
            found.append(_SIMPLE.get(simple, ord(simple)))
        else:
            found.append(int(short or unicode4 or unicode8, 16))
        position = match.end()
    found.extend(_plain(text[position:], wide))
    return found


def _plain(text: str, wide: bool) -> list[int]:
    return [ord(c) for c in text] if wide else list(text.encode("utf-8", "surrogateescape"))
