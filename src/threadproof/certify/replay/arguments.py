"""The command line of a counterexample: what the inputs of main say about it (`frontend.c.lower.command_line`).

The number that is read from an argument has the name `argv[1]`; its bytes, one after the other, have the name `argv[1][]`.
"""

from __future__ import annotations

import re
from collections import defaultdict

from threadproof.certify.replay.follow import Replay
from threadproof.ir.arith import Value
from threadproof.ir.interp.outcome import Drew

INPUT = re.compile(r"argc|envc|(argv|envp)\[\d+\](\[\])?")
MOST = 1000


def is_argument(name: str) -> bool:
    """Of an input."""
    return INPUT.fullmatch(name) is not None


def arguments(run: Replay, vector: str = "argv", count: str = "argc") -> tuple[bytes, ...]:
    """All of them, with the name of the program; those that it does not look at are empty, since it cannot tell."""
    found: dict[str, list[Value]] = defaultdict(list)
    for taken in run.turns[:1]:
        for entry in taken.log:
            if isinstance(entry, Drew):
                found[entry.name].append(entry.value)
    number = min(int(found[count][0]), MOST) if found[count] else 0
    return tuple(_text(found, f"{vector}[{at}]") for at in range(number))


def _text(found: dict[str, list[Value]], name: str) -> bytes:
    if found[name]:
        return str(found[name][0]).encode()
    return bytes(int(byte) & 255 for byte in found[f"{name}[]"]).partition(b"\0")[0]


def shown(text: bytes) -> str:
    """As a C program has it."""
    special = {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n", ord("\t"): "\\t"}
    return '"' + "".join(special.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in text) + '"'
